// The section "automata": the control-flow automaton of each function and the condition. What was too large to be laid
// out is drawn in pieces around a state that is chosen here.

const pieceStates = 60;

/** @type {Record<string, string>} */
const acceptNames = { u: "ut: verified from here on", r: "rt: an error is reached", c: "cand: to be looked at", "-": "" };

/**
 * What fits into a box of a piece.
 * @param {string} name
 */
function shortName(name) {
  return name.length > 21 ? `${name.slice(0, 20)}\u2026` : name;
}

/**
 * Layers by distance from the chosen state; successors below, at most pieceStates of them.
 * @param {LargeAutomaton} automaton
 * @param {Map<number, number[]>} out by state: indices of transitions
 * @param {number} start
 * @returns {{drawing: Drawing, states: number[]}}
 */
function piece(automaton, out, start) {
  /** @type {Map<number, {layer: number, column: number}>} */
  const placed = new Map([[start, { layer: 0, column: 0 }]]);
  const columns = [1];
  const queue = [start];
  while (queue.length > 0 && placed.size < pieceStates) {
    const state = /** @type {number} */ (queue.shift());
    const layer = (placed.get(state)?.layer ?? 0) + 1;
    for (const index of out.get(state) ?? []) {
      const target = automaton.transitions[3 * index + 1];
      if (placed.has(target) || placed.size >= pieceStates) continue;
      columns[layer] ??= 0;
      placed.set(target, { layer, column: columns[layer]++ });
      queue.push(target);
    }
  }
  const width = 190, height = 84;
  const widest = Math.max(...columns);
  const states = [...placed.keys()];
  /** @param {number} state */
  const centre = (state) => {
    const at = /** @type {{layer: number, column: number}} */ (placed.get(state));
    return { x: ((at.column + 0.5 + (widest - columns[at.layer]) / 2) * width), y: (at.layer + 0.5) * height };
  };
  const nodes = states.map((state) => {
    const more = (out.get(state) ?? []).some((index) => !placed.has(automaton.transitions[3 * index + 1]));
    return { ...centre(state), width: width - 40, height: 30, lines: [shortName(automaton.names[state]) + (more ? " \u2026" : "")], tone: `accept-${automaton.kinds[state]}` };
  });
  /** @type {GraphEdge[]} */
  const edges = [];
  for (const state of states)
    for (const index of out.get(state) ?? []) {
      const target = automaton.transitions[3 * index + 1];
      if (!placed.has(target)) continue;
      const from = centre(state), to = centre(target);
      const down = to.y > from.y ? 15 : -15;
      const middle = (from.y + to.y) / 2;
      const label = automaton.labels[automaton.transitions[3 * index + 2]];
      edges.push({ from: 0, to: 0, points: [from.x, from.y + down, from.x, middle, to.x, middle, to.x, to.y - down - Math.sign(down) * 2], label, labelAt: [(from.x + to.x) / 2, middle + 4] });
    }
  return { drawing: { name: automaton.name, width: widest * width, height: columns.length * height, nodes, edges }, states };
}

class AutomataView {
  /**
   * @param {AutomataData} data
   */
  constructor(data) {
    this.data = data;
    this.holder = element("div", { class: "canvas", tabindex: "0", role: "region", "aria-label": "Drawing" });
    this.detail = element("div", { class: "node-detail", role: "status" });
    /** @type {GraphView | undefined} */
    this.view = undefined;
    this.holder.addEventListener("keydown", (event) => this.view?.key(event));
    /** @type {Map<number, number[]>[]} */
    this.outs = [];
  }

  /**
   * @param {Drawing} drawing
   * @param {(node: number) => void} choose
   */
  draw(drawing, choose) {
    this.view = new GraphView(drawing, choose);
    this.holder.style.height = `${Math.min(Math.max(drawing.height + 16, 260), 720)}px`;
    this.holder.replaceChildren(this.view.canvas);
    this.view.begin();
    this.detail.replaceChildren(element("p", { class: "muted" }, drawing.note ?? "Choose a node to see what it stands for."));
  }

  /**
   * @param {Drawing} drawing
   */
  showDrawing(drawing) {
    this.draw(drawing, (index) => {
      const node = drawing.nodes[index];
      this.detail.replaceChildren(element("h3", {}, node.lines[0] ?? ""), node.note ? element("p", {}, element("code", {}, node.note)) : "", placesList(node.places ?? []));
    });
  }

  /**
   * @param {number} index
   * @param {number} start
   */
  showPiece(index, start) {
    const automaton = this.data.large[index];
    const out = (this.outs[index] ??= outgoing(automaton));
    const { drawing, states } = piece(automaton, out, start);
    drawing.note = `${counted(automaton.names.length, automaton.unit)}; up to ${pieceStates} of them are drawn, from ${automaton.names[start] || "the first"} on.`;
    this.draw(drawing, (node) => {
      const state = states[node];
      const further = element("button", { type: "button", click: () => this.showPiece(index, state) }, "Draw from here");
      const invariant = automaton.invariants[state];
      const place = automaton.places[state];
      this.detail.replaceChildren(
        element("h3", {}, automaton.names[state]),
        element("p", {}, acceptNames[automaton.kinds[state]] ?? ""),
        invariant ? element("p", {}, "invariant ", element("code", {}, invariant)) : "",
        automaton.texts[state] ? element("pre", { tabindex: "0" }, element("code", {}, automaton.texts[state].join("\n"))) : "",
        placesList(place ? [place] : []),
        further,
      );
    });
  }
}

/**
 * @param {LargeAutomaton} automaton
 */
function outgoing(automaton) {
  /** @type {Map<number, number[]>} */
  const out = new Map();
  for (let i = 0; 3 * i < automaton.transitions.length; ++i) {
    const source = automaton.transitions[3 * i];
    const list = out.get(source);
    if (list) list.push(i);
    else out.set(source, [i]);
  }
  return out;
}

/**
 * @param {Place[]} places
 */
function placesList(places) {
  const list = element("ul", { class: "excerpts" });
  for (const place of places.slice(0, 12)) {
    const text = sources.lines[place.file]?.[place.line - 1] ?? "";
    list.append(element("li", {}, placeLink(place, placeText(place)), " ", element("code", {}, text.trim())));
  }
  return list;
}

/**
 * After an error the condition says little that the way to the error does not say better.
 * @param {AutomataData} data
 */
function showsError(data) {
  const [large] = data.large, [drawing] = data.drawings;
  return large?.unit === "state" ? large.kinds.includes("r") : (drawing?.nodes.some((node) => node.tone === "accept-r" && node.lines.length === 1) ?? false);
}

/**
 * @param {AutomataView} view
 */
function automatonChoice(view) {
  const choice = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Automaton" }));
  view.data.large.forEach((each, index) => choice.append(element("option", { value: `large/${index}` }, `${each.name} (${counted(each.names.length, each.unit)})`)));
  view.data.drawings.forEach((each, index) => choice.append(element("option", { value: `drawing/${index}` }, each.name)));
  choice.addEventListener("change", () => open());
  const open = () => {
    const [kind, index] = choice.value.split("/");
    if (kind === "large") view.showPiece(Number(index), view.data.large[Number(index)].initial);
    else if (view.data.drawings[Number(index)]) view.showDrawing(view.data.drawings[Number(index)]);
  };
  const entry = [...choice.options].find((option) => option.text.startsWith("main()"));
  if (entry && showsError(view.data)) entry.selected = true;
  return { choice, open };
}

/** @type {Show} */
function showAutomata(into, /** @type {AutomataData} */ data) {
  const view = new AutomataView(data);
  const { choice, open } = automatonChoice(view);
  /** @type {(label: string, sign: string, act: () => void) => HTMLElement} */
  const button = (label, sign, act) => element("button", { type: "button", title: label, "aria-label": label, click: act }, sign);
  const legend = element("ul", { class: "legend" });
  for (const [kind, text] of [["u", "ut, verified"], ["r", "rt, error"], ["c", "cand, open"]])
    legend.append(element("li", {}, element("span", { class: `swatch accept-${kind}` }, "\u00a0"), text));
  into.append(
    element(
      "div",
      { class: "toolbar" },
      choice,
      button("Larger (+)", "+", () => view.view?.zoom(1 / 1.25)),
      button("Smaller (-)", "\u2212", () => view.view?.zoom(1.25)),
      button("Fit (0)", "fit", () => view.view?.fit()),
      legend,
    ),
    element("div", { class: "automata" }, view.holder, view.detail),
    data.leftOut > 0 ? element("p", { class: "muted" }, `${counted(data.leftOut, "function")} more ${data.leftOut === 1 ? "is" : "are"} too much for this page; tandem show cfa draws single functions.`) : "",
  );
  open();
}
