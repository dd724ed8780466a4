// The section "trace": one step at a time to the error, with the call stack and the variables at that point. Steps on
// which the error does not depend are folded.

const firstInputs = 8;

class Stepper {
  /**
   * @param {TraceData} data
   */
  constructor(data) {
    this.data = data;
    this.at = Math.max(0, data.steps.findIndex((step) => step.matters));
    this.all = !data.steps.some((step) => !step.matters);
    this.list = element("ol", { class: "steps", "aria-label": "Steps", tabindex: "0" });
    this.excerpt = element("div", { class: "code excerpt" });
    this.stack = element("ol", { class: "stack" });
    this.variables = element("div", { class: "variables" });
    this.position = element("span", { class: "count", role: "status" });
    /** @type {(() => void) | undefined} what to do when `all` changes */
    this.changed = undefined;
    this.fillList();
  }

  /** The steps that are listed, by index. */
  listed() {
    return this.data.steps.map((_, index) => index).filter((index) => this.all || this.data.steps[index].matters);
  }

  fillList() {
    const shown = this.listed();
    /** @type {Node[]} */
    const rows = [];
    let before = -1;
    for (const index of shown) {
      if (index > before + 1) rows.push(this.foldedRow(before + 1, index - 1));
      rows.push(this.row(index));
      before = index;
    }
    if (before + 1 < this.data.steps.length) rows.push(this.foldedRow(before + 1, this.data.steps.length - 1));
    this.list.replaceChildren(...rows);
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  foldedRow(first, last) {
    const unfold = () => {
      this.all = true;
      this.fillList();
      this.go(first);
      this.changed?.();
    };
    return element(
      "li",
      { class: "folded" },
      element("button", { type: "button", click: unfold }, `${counted(last - first + 1, "step")} that do not matter`.replace("step that do", "step that does")),
    );
  }

  /**
   * @param {number} index
   */
  row(index) {
    const step = this.data.steps[index];
    const row = element(
      "li",
      { class: step.matters ? "" : "aside", "data-step": index, style: `--depth: ${Math.min(step.depth, 8)}` },
      element(
        "button",
        { type: "button", tabindex: "-1", click: () => this.go(index) },
        element("span", { class: "where" }, step.place ? `${step.function}:${step.place.line}` : ""),
        element("code", {}, step.text),
        element("span", { class: "effects" }, effectsText(step)),
      ),
    );
    return row;
  }

  /**
   * @param {number} index
   */
  go(index) {
    this.show(index);
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Without scrolling to it.
   * @param {number} index
   */
  show(index) {
    if (index < 0 || index >= this.data.steps.length) return;
    this.at = index;
    const step = this.data.steps[index];
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = this.list.querySelector(`[data-step="${index}"]`);
    row?.setAttribute("aria-current", "step");
    this.position.textContent = `step ${index + 1} of ${this.data.steps.length}`;
    this.showExcerpt(step);
    this.showStack(index);
    this.showVariables(index);
    say(`${step.function} line ${step.place?.line ?? ""}: ${step.text} ${effectsText(step)}`);
  }

  /**
   * To the next step that is listed.
   * @param {1 | -1} by
   */
  move(by) {
    const shown = this.listed();
    if (by === 1) this.go(shown.find((index) => index > this.at) ?? this.at);
    else this.go(shown.filter((index) => index < this.at).pop() ?? this.at);
  }

  end() {
    this.go(this.data.steps.length - 1);
  }

  /**
   * @param {Step} step
   */
  showExcerpt(step) {
    if (!step.place || !sources.lines[step.place.file]) return this.excerpt.replaceChildren();
    const { file, line } = step.place;
    const first = Math.max(1, line - 6), last = Math.min(sources.lines[file].length, line + 6);
    /** @type {Node[]} */
    const rows = [];
    for (let each = first; each <= last; ++each) {
      const row = sourceLine(file, each);
      if (each === line) {
        row.classList.add("here");
        const effects = effectsText(step);
        if (effects) row.append(element("span", { class: `mark tone-${step.effects.some((e) => e.value === "the error") ? "bad" : "neutral"}` }, effects));
      }
      rows.push(row);
    }
    if (step.because) rows.push(element("p", { class: "because" }, `Why: ${step.because}`));
    this.excerpt.replaceChildren(...rows);
  }

  /**
   * The frame of each depth is the last step seen there.
   * @param {number} index
   */
  frames(index) {
    /** @type {Step[]} */
    const frames = [];
    for (let i = 0; i <= index; ++i) {
      const step = this.data.steps[i];
      frames.length = Math.min(frames.length, step.depth);
      frames[step.depth] = step;
    }
    return frames.filter((frame) => frame !== undefined);
  }

  /**
   * @param {number} index
   */
  showStack(index) {
    this.stack.replaceChildren(
      ...this.frames(index)
        .reverse()
        .map((frame) => element("li", {}, element("code", {}, frame.function), " ", frame.place ? placeLink(frame.place, placeText(frame.place)) : "")),
    );
  }

  /**
   * @param {number} index
   */
  showVariables(index) {
    const current = this.data.steps[index];
    /** @type {Map<string, string>} */
    const globals = new Map(), locals = new Map();
    for (let i = 0; i <= index; ++i) {
      const step = this.data.steps[i];
      for (const each of step.passed ?? []) if (each.activation === current.activation) locals.set(each.name, each.value);
      for (const effect of step.effects) {
        if (effect.name === "") continue;
        if (effect.global) globals.set(effect.name, effect.value);
        else if (step.activation === current.activation) locals.set(effect.name, effect.value);
      }
    }
    const changed = new Set(current.effects.map((effect) => effect.name));
    this.variables.replaceChildren(variableList(current.function, locals, changed), variableList("global", globals, changed));
  }
}

/**
 * @param {Step} step
 */
function effectsText(step) {
  return step.effects.map((effect) => (effect.name === "" ? effect.value : `${effect.name} = ${effect.value}`)).join(", ");
}

/**
 * Parts of arrays and records are together and fold.
 * @param {string} title
 * @param {Map<string, string>} values
 * @param {Set<string>} changed
 */
function variableList(title, values, changed) {
  if (values.size === 0) return element("div");
  /** @type {Map<string, [string, string][]>} */
  const groups = new Map();
  for (const [name, value] of values) {
    const root = /^[A-Za-z_]\w*(?=\.|\[|->)/.exec(name)?.[0] ?? name;
    groups.set(root, [...(groups.get(root) ?? []), [name, value]]);
  }
  const line = (/** @type {string} */ name, /** @type {string} */ value) =>
    element("div", { class: changed.has(name) ? "variable changed" : "variable" }, element("code", {}, name), element("code", { class: "value" }, value));
  const list = element("div", { class: "scope" }, element("h3", {}, title === "global" ? "Global variables" : `Variables of ${title}`));
  for (const [root, parts] of groups) {
    if (parts.length === 1) list.append(line(parts[0][0], parts[0][1]));
    else
      list.append(
        element("details", { open: parts.length <= 6 || parts.some(([name]) => changed.has(name)) }, element("summary", {}, element("code", {}, root), ` ${counted(parts.length, "part")}`), ...parts.map(([name, value]) => line(name, value))),
      );
  }
  return list;
}

/**
 * @param {Input[]} inputs
 * @param {number} [before] how many are listed before these
 */
function inputList(inputs, before = 0) {
  const list = element("ol", { class: "inputs", start: String(before + 1) });
  for (const input of inputs)
    list.append(element("li", { class: input.matters ? "" : "aside" }, element("code", { class: "value" }, input.value), " ", input.text, " ", input.place ? placeLink(input.place, placeText(input.place)) : ""));
  return list;
}

/**
 * @param {Stepper} stepper
 */
function stepperBar(stepper) {
  /** @type {(label: string, sign: string, act: () => void) => HTMLElement} */
  const button = (label, sign, act) => element("button", { type: "button", title: label, "aria-label": label, click: act }, sign);
  const all = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
  all.checked = stepper.all;
  all.addEventListener("change", () => {
    stepper.all = all.checked;
    stepper.fillList();
    stepper.go(stepper.at);
  });
  stepper.changed = () => (all.checked = stepper.all);
  const folds = stepper.data.steps.some((step) => !step.matters);
  return element(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Steps" },
    button("First step", "\u21e4", () => stepper.go(stepper.listed()[0] ?? 0)),
    button("Previous step (left arrow)", "\u2190", () => stepper.move(-1)),
    button("Next step (right arrow)", "\u2192", () => stepper.move(1)),
    button("The error", "\u21e5", () => stepper.end()),
    stepper.position,
    folds ? element("label", { class: "check" }, all, "all steps") : null,
    element("span", { class: "hint" }, "\u2190 \u2192 step, Home and End"),
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {Stepper} stepper
 */
function stepByKey(event, stepper) {
  if (event.target instanceof HTMLInputElement && event.target.type !== "checkbox") return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => stepper.move(1),
    ArrowDown: () => stepper.move(1),
    ArrowLeft: () => stepper.move(-1),
    ArrowUp: () => stepper.move(-1),
    Home: () => stepper.go(stepper.listed()[0] ?? 0),
    End: () => stepper.end(),
  };
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/**
 * One way to an error.
 * @param {HTMLElement} into
 * @param {TraceData} data
 */
function showWay(into, data) {
  const stepper = new Stepper(data);
  const copies = element("div", { class: "choices" });
  for (const copy of data.copies) copies.append(copyButton(copy.label, () => copy.text));
  into.replaceChildren(element("p", { class: "error-line" }, data.error, " ", element("span", { class: "muted" }, data.confirmed)), copies);
  if (data.inputs.length > 0) {
    const matter = data.inputs.filter((input) => input.matters), rest = data.inputs.filter((input) => !input.matters);
    into.append(element("h2", {}, "Inputs, in the order in which the program asks for them"), inputList(matter.slice(0, firstInputs)));
    const more = matter.slice(firstInputs); // the steps should not be far below
    if (more.length > 0) into.append(element("details", {}, element("summary", {}, `${counted(more.length, "further input")}`), inputList(more, firstInputs)));
    if (rest.length > 0) into.append(element("details", {}, element("summary", {}, `${counted(rest.length, "further value")} on which the error does not depend`), inputList(rest)));
  }
  if (data.steps.length === 0) return undefined;
  into.append(
    element("h2", {}, "Step by step"),
    stepperBar(stepper),
    element("div", { class: "stepper" }, stepper.list, element("div", { class: "detail" }, stepper.excerpt, element("div", { class: "state" }, element("div", {}, element("h3", {}, "Call stack"), stepper.stack), stepper.variables))),
  );
  stepper.show(stepper.at);
  return stepper;
}

/** @type {Show} */
function showTrace(into, /** @type {TracesData} */ data) {
  const way = element("div");
  /** @type {Stepper | undefined} */
  let stepper;
  let shown = -1;
  const choice = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Which error" }));
  data.errors.forEach((each, index) => choice.append(element("option", { value: String(index) }, `${index + 1}. ${each.error}`)));
  const show = (/** @type {number} */ index) => {
    if (index === shown) return;
    shown = index;
    choice.value = String(index);
    stepper = showWay(way, data.errors[index]);
  };
  choice.addEventListener("change", () => show(Number(choice.value)));
  if (data.errors.length > 1) into.append(element("div", { class: "toolbar" }, choice, element("span", { class: "muted" }, counted(data.errors.length, "error"))));
  into.append(way);
  document.addEventListener("keydown", (event) => {
    if (!into.hidden && stepper) stepByKey(event, stepper);
  });
  show(0);
  // trace/STEP/ERROR, both from 1
  return (rest) => {
    const [step, error] = rest.split("/").map(Number);
    if (error >= 1 && error <= data.errors.length) show(error - 1);
    if (step >= 1) stepper?.go(step - 1);
  };
}
