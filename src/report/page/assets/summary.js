// The section "summary": what holds, what it rests on, and how to see it again.

/** @type {Record<TargetStatus, {sign: string, tone: Tone, text: string}>} */
const targetStates = {
  reached: { sign: "\u2717", tone: "bad", text: "fails" },
  unreachable: { sign: "\u2713", tone: "good", text: "holds" },
  open: { sign: "?", tone: "open", text: "open" },
};

/**
 * @param {TargetStatus} status
 */
function targetBadge(status) {
  const state = targetStates[status];
  return element("span", { class: `badge tone-${state.tone}` }, `${state.sign} ${state.text}`);
}

/**
 * @param {Target[]} targets
 */
function targetTable(targets) {
  const body = element("tbody");
  for (const target of targets) {
    body.append(
      element(
        "tr",
        {},
        element("td", {}, targetBadge(target.status)),
        element("td", {}, target.text),
        element("td", { class: "where" }, target.place ? placeLink(target.place, placeText(target.place)) : target.where),
        element("td", { class: "muted" }, target.note, target.trace === undefined ? "" : " \u00b7 ", target.trace === undefined ? "" : element("a", { href: `#trace/1/${target.trace + 1}` }, "step by step")),
      ),
    );
  }
  const head = element("tr", {}, ...["Status", "Target", "Where", "How"].map((name) => element("th", { scope: "col" }, name)));
  return scrolling("Targets", element("table", { class: "targets" }, element("thead", {}, head), body));
}

/**
 * Wide content scrolls inside the page, by keyboard too.
 * @param {string} label
 * @param {Element} content
 */
function scrolling(label, content) {
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, content);
}

/**
 * @param {Target[]} targets
 */
function targetFilter(targets) {
  const holder = element("div");
  const bar = element("div", { class: "choices", role: "group", "aria-label": "Which targets are listed" });
  const most = 500;
  const show = (/** @type {string} */ status) => {
    const chosen = targets.filter((target) => status === "all" || target.status === status);
    holder.replaceChildren(targetTable(chosen.slice(0, most)));
    if (chosen.length > most) holder.append(element("p", { class: "muted" }, `and ${chosen.length - most} more`));
    bar.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.status === status)));
  };
  const counts = { all: targets.length, reached: 0, unreachable: 0, open: 0 };
  for (const target of targets) ++counts[target.status];
  for (const [status, count] of Object.entries(counts)) {
    if (count === 0) continue;
    const label = status === "all" ? "all" : targetStates[/** @type {TargetStatus} */ (status)].text;
    bar.append(element("button", { type: "button", "data-status": status, click: () => show(status) }, `${label} ${count}`));
  }
  show("all");
  return element("div", {}, targets.length > 8 ? bar : null, holder);
}

/**
 * @param {Remark[]} remarks
 */
function remarkList(remarks) {
  const list = element("ul", { class: "remarks" });
  for (const remark of remarks)
    list.append(element("li", {}, remark.place ? placeLink(remark.place, placeText(remark.place)) : null, remark.place ? " " : "", remark.text));
  return list;
}

/**
 * @param {Fact[]} facts
 */
function factList(facts) {
  const list = element("dl", { class: "facts" });
  for (const fact of facts)
    list.append(element("div", {}, element("dt", {}, fact.label), element("dd", {}, fact.code ? element("code", {}, fact.value) : fact.value)));
  return list;
}

/**
 * A command with a button that copies it.
 * @param {Fact} command
 */
function commandBox(command) {
  return element(
    "div",
    { class: "command" },
    element("div", { class: "command-head" }, element("h3", {}, command.label), copyButton("Copy", () => command.value)),
    element("pre", { tabindex: "0", "aria-label": command.label }, element("code", {}, command.value)),
  );
}

/**
 * @param {NonNullable<SummaryData["error"]>} error
 */
function errorBox(error) {
  const inputs = error.inputs.length > 0 ? element("ul", { class: "plain" }, ...error.inputs.map((input) => element("li", {}, element("code", { class: "value" }, input.value), ` ${input.text} `, input.place ? placeLink(input.place, placeText(input.place)) : ""))) : null;
  return element(
    "div",
    { class: "error-box" },
    element("p", {}, element("strong", {}, error.text)),
    inputs ? element("p", {}, "With these inputs:") : element("p", {}, "Whatever the inputs are."),
    inputs,
    error.leftOut > 0 ? element("p", { class: "muted" }, `and ${counted(error.leftOut, "input")} more`) : null,
    element("p", {}, element("a", { href: "#trace" }, "Step by step to the error")),
  );
}

/** @type {Show} */
function showSummary(into, /** @type {SummaryData} */ data) {
  if (data.error) into.append(errorBox(data.error));
  into.append(factList(data.facts));
  if (data.targets.length > 0)
    into.append(element("h2", {}, counted(data.targets.length, "target")), targetFilter(data.targets));
  if (data.inLibrary) into.append(element("p", { class: "muted" }, data.inLibrary));
  if (data.rests.length > 0) into.append(element("h2", {}, "What the verdict rests on"), remarkList(data.rests));
  if (data.vacuous && data.vacuous.length > 0) into.append(element("h2", {}, "What it says nothing about"), remarkList(data.vacuous));
  if (data.warnings.length > 0) into.append(element("h2", {}, "Warnings"), remarkList(data.warnings));
  if (data.commands.length > 0) into.append(element("h2", {}, "See it again"), ...data.commands.map(commandBox));
}
