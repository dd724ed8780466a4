// The section "source": every file with the state of its lines. Lines are built in blocks when they come into view, so
// that large files open at once.

/** @type {Record<string, {name: string, sign: string, text: string}>} */
const lineStates = {
  v: { name: "verified", sign: "\u2713", text: "verified: no error lies ahead that was not excluded" },
  o: { name: "open", sign: "?", text: "open: neither verified nor refuted" },
  r: { name: "on the way to the error", sign: "\u25b6", text: "executed on the way to the error" },
  u: { name: "not reachable", sign: "\u2205", text: "no execution gets here" },
  n: { name: "not looked at", sign: "\u00b7", text: "not looked at: the run had its answer before" },
  c: { name: "covered", sign: "\u2713", text: "executed by a test" },
  p: { name: "covered in part", sign: "\u25d0", text: "executed by a test, but not in every way that is a goal" },
  x: { name: "not covered", sign: "\u2717", text: "not executed by any test" },
};

const blockLines = 200;

/** What other sections need of the source: set when the section's data is there. */
const sources = {
  /** @type {SourceFile[]} */
  files: [],
  /** @type {string[][]} */
  lines: [],
  /** @type {boolean[][]} */
  comments: [],
};

/**
 * @param {SourceData} data
 */
function setSources(data) {
  if (sources.files.length > 0) return;
  sources.files = data.files;
  sources.lines = data.files.map((file) => file.text.replace(/(\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/));
  sources.comments = sources.lines.map(commentLines);
}

/**
 * @param {Place} place
 */
function placeText(place) {
  const path = sources.files[place.file]?.path ?? "";
  return `${path.slice(path.lastIndexOf("/") + 1)}:${place.line}`;
}

/**
 * @param {number} file
 * @param {number} line from 1
 * @param {{text: string, tone: Tone}[]} [marks]
 */
function sourceLine(file, line, marks = []) {
  const letter = sources.files[file].lines[line - 1] ?? " ";
  const state = lineStates[letter];
  const hits = sources.files[file].hits?.[line];
  const text = sources.lines[file][line - 1] ?? "";
  const row = element(
    "div",
    { class: `line state-${letter === " " ? "none" : letter}`, "data-line": line },
    element("a", { class: "number", href: `#source/${file}/${line}`, tabindex: "-1" }, String(line)),
    element("span", { class: "sign", title: state?.text }, state?.sign ?? " "),
    state ? element("span", { class: "offscreen" }, state.name + ": ") : null,
    element("code", {}, ...highlighted(text, sources.comments[file][line - 1])),
    hits === undefined ? null : element("span", { class: "hits", title: "executions" }, `${hits}\u00d7`),
  );
  for (const mark of marks) row.append(element("span", { class: `mark tone-${mark.tone}` }, mark.text));
  return row;
}

class SourceView {
  /**
   * @param {SourceData} data
   * @param {number} file
   */
  constructor(data, file) {
    this.file = file;
    /** @type {Map<number, {text: string, tone: Tone}[]>} */
    this.marks = new Map();
    for (const mark of data.marks)
      if (mark.place.file === file) this.marks.set(mark.place.line, [...(this.marks.get(mark.place.line) ?? []), mark]);
    this.root = element("div", { class: "code" });
    /** @type {HTMLElement[]} */
    this.blocks = [];
    const count = sources.lines[file].length;
    this.observer = new IntersectionObserver((entries) => this.appear(entries), { rootMargin: "800px" });
    for (let first = 1; first <= count; first += blockLines) {
      const lines = Math.min(blockLines, count - first + 1);
      const block = element("div", { class: "block", "data-first": first, style: `min-height: ${lines * 1.45}em` });
      this.blocks.push(block);
      this.observer.observe(block);
    }
    this.root.append(...this.blocks);
    // What is in view at first is there at once.
    if (this.blocks.length > 0) this.build(this.blocks[0]);
  }

  /**
   * @param {IntersectionObserverEntry[]} entries
   */
  appear(entries) {
    for (const entry of entries) if (entry.isIntersecting) this.build(/** @type {HTMLElement} */ (entry.target));
  }

  /**
   * @param {HTMLElement} block
   */
  build(block) {
    if (block.childElementCount > 0) return;
    this.observer.unobserve(block);
    const first = Number(block.dataset.first);
    const last = Math.min(first + blockLines - 1, sources.lines[this.file].length);
    for (let line = first; line <= last; ++line) block.append(sourceLine(this.file, line, this.marks.get(line)));
  }

  buildAll() {
    this.blocks.forEach((block) => this.build(block));
  }

  /**
   * @param {number} line
   */
  jump(line) {
    const block = this.blocks[Math.floor((line - 1) / blockLines)];
    if (!block) return;
    this.build(block);
    this.root.querySelectorAll(".line.here").forEach((row) => row.classList.remove("here"));
    const row = /** @type {HTMLElement | null} */ (block.querySelector(`[data-line="${line}"]`));
    if (!row) return;
    row.classList.add("here");
    row.scrollIntoView({ block: "center" });
    say(`line ${line}: ${row.querySelector("code")?.textContent ?? ""}`);
  }
}

/**
 * @param {SourceData} data
 */
function sourceLegend(data) {
  const used = new Set(data.files.map((file) => file.lines).join(""));
  const list = element("ul", { class: "legend", "aria-label": "States of lines" });
  for (const [letter, state] of Object.entries(lineStates))
    if (used.has(letter))
      list.append(
        element("li", { title: state.text }, element("span", { class: `swatch state-${letter}` }, state.sign), state.name),
      );
  return list;
}

/**
 * How much of a file is in which state, as a thin bar.
 * @param {SourceFile} file
 */
function stateBar(file) {
  const bar = element("span", { class: "statebar", "aria-hidden": "true" });
  const coded = [...file.lines].filter((letter) => letter !== " ").length;
  for (const letter of Object.keys(lineStates)) {
    const count = file.lines.split(letter).length - 1;
    if (count > 0) bar.append(element("i", { class: `state-${letter}`, style: `flex-grow: ${count / coded}` }));
  }
  return bar;
}

/**
 * Finds text in all files; Enter goes to the next place.
 * @param {(file: number, line: number) => void} jump
 */
function sourceSearch(jump) {
  /** @type {Place[]} */
  let found = [];
  let at = -1;
  const count = element("span", { class: "count", role: "status" });
  const field = /** @type {HTMLInputElement} */ (
    element("input", { type: "search", placeholder: "Find in the source  ( / )", "aria-label": "Find in the source" })
  );
  /** @param {number} by */
  const go = (by) => {
    if (found.length === 0) return;
    at = (at + by + found.length) % found.length;
    count.textContent = `${at + 1} of ${found.length}`;
    jump(found[at].file, found[at].line);
  };
  field.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    found = [];
    at = -1;
    if (wanted !== "")
      sources.lines.forEach((lines, file) =>
        lines.forEach((line, index) => {
          if (line.toLowerCase().includes(wanted)) found.push({ file, line: index + 1 });
        }),
      );
    count.textContent = wanted === "" ? "" : found.length === 0 ? "not found" : `${found.length} lines`;
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
  });
  return element("div", { class: "search" }, field, count);
}

/** @type {Show} */
function showSource(into, /** @type {SourceData} */ data) {
  setSources(data);
  /** @type {Map<number, SourceView>} */
  const views = new Map();
  const holder = element("div", { class: "source-file" });
  const heading = element("h2", { class: "path" });
  const choice = element("ul", { class: "files" });
  let shown = 0;
  const viewOf = (/** @type {number} */ file) => {
    let view = views.get(file);
    if (!view) views.set(file, (view = new SourceView(data, file)));
    return view;
  };
  const wholeView = (/** @type {number} */ file) => {
    const view = viewOf(file);
    view.buildAll();
    return view;
  };
  const open = (/** @type {number} */ file) => {
    if (!sources.files[file]) return;
    const view = viewOf(file);
    shown = file;
    if (holder.firstChild !== view.root) holder.replaceChildren(view.root);
    heading.textContent = sources.files[file].path;
    choice.querySelectorAll("a").forEach((link, index) => {
      if (index === file) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    return view;
  };
  data.files.forEach((file, index) => {
    choice.append(element("li", {}, element("a", { href: `#source/${index}` }, element("span", {}, file.path), stateBar(file))));
  });
  const jump = (/** @type {number} */ file, /** @type {number} */ line) => open(file)?.jump(line);
  into.append(
    element("div", { class: "toolbar" }, sourceSearch(jump), sourceLegend(data)),
    data.files.length > 1 ? element("nav", { "aria-label": "Files" }, choice) : element("span"),
    heading,
    holder,
  );
  open(0);
  whilePrinting(
    () => holder.replaceChildren(...data.files.flatMap((file, index) => [element("h2", { class: "path" }, file.path), wholeView(index).root])),
    () => holder.replaceChildren(views.get(shown)?.root ?? ""),
  );
  return (rest) => {
    const [file, line] = rest.split("/").map(Number);
    if (rest === "" || Number.isNaN(file)) return;
    if (line) jump(file, line);
    else open(file);
  };
}
