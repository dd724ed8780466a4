// Drawings of graphs: laid out by Graphviz when the page was written, drawn here, so that they can be zoomed, moved and
// asked about.

class GraphView {
  /**
   * @param {Drawing} drawing
   * @param {(node: number) => void} choose
   */
  constructor(drawing, choose) {
    this.drawing = drawing;
    this.view = { x: 0, y: 0, width: drawing.width, height: drawing.height };
    this.canvas = drawn("svg", { class: "graph", role: "group", "aria-label": drawing.name });
    const head = drawn("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, drawn("path", { d: "M 0 1 L 10 5 L 0 9 z" }));
    this.canvas.append(drawn("defs", {}, head));
    drawing.edges.forEach((edge) => this.canvas.append(edgeShape(edge)));
    drawing.nodes.forEach((node, index) => this.canvas.append(nodeShape(node, () => choose(index))));
    this.canvas.addEventListener("wheel", (event) => this.wheel(/** @type {WheelEvent} */ (event)), { passive: false });
    this.canvas.addEventListener("pointerdown", (event) => this.drag(/** @type {PointerEvent} */ (event)));
  }

  /**
   * In its own size at first, from the top; `fit` shows the whole. For a canvas that is part of the page.
   */
  begin() {
    const box = this.canvas.getBoundingClientRect();
    const width = Math.max(box.width, 200), height = Math.max(box.height, 200);
    const top = this.drawing.nodes.reduce((first, node) => (node.y < first.y ? node : first), this.drawing.nodes[0]);
    const middle = this.drawing.width <= width ? this.drawing.width / 2 : top.x;
    this.view = { x: middle - width / 2, y: -8, width, height };
    this.update();
  }

  fit() {
    this.view = { x: -8, y: -8, width: this.drawing.width + 16, height: this.drawing.height + 16 };
    this.update();
  }

  update() {
    const { x, y, width, height } = this.view;
    this.canvas.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  /**
   * @param {number} factor
   * @param {number} [px] which point stays, as a share of the width
   * @param {number} [py]
   */
  zoom(factor, px = 0.5, py = 0.5) {
    const { x, y, width, height } = this.view;
    this.view = { x: x + px * width * (1 - factor), y: y + py * height * (1 - factor), width: width * factor, height: height * factor };
    this.update();
  }

  /**
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }

  /**
   * @param {PointerEvent} start
   */
  drag(start) {
    const box = this.canvas.getBoundingClientRect(), from = { ...this.view };
    const scale = Math.max(from.width / box.width, from.height / box.height);
    const move = (/** @type {PointerEvent} */ event) => {
      this.view.x = from.x - (event.clientX - start.clientX) * scale;
      this.view.y = from.y - (event.clientY - start.clientY) * scale;
      this.update();
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }

  /**
   * @param {KeyboardEvent} event
   */
  key(event) {
    const step = this.view.width / 10;
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.zoom(1 / 1.25),
      "-": () => this.zoom(1.25),
      0: () => this.fit(),
      ArrowLeft: () => (this.view.x -= step),
      ArrowRight: () => (this.view.x += step),
      ArrowUp: () => (this.view.y -= step),
      ArrowDown: () => (this.view.y += step),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
    this.update();
  }
}

/**
 * @param {GraphNode} node
 * @param {() => void} choose
 */
function nodeShape(node, choose) {
  const box = drawn("rect", { x: node.x - node.width / 2, y: node.y - node.height / 2, width: node.width, height: node.height, rx: 4 });
  const shape = drawn("g", { class: `node tone-${node.tone}`, tabindex: "0", role: "button", "aria-label": node.lines.join("") ? undefined : "state" }, box);
  const first = node.y - ((node.lines.length - 1) * 13) / 2 + 4;
  node.lines.forEach((line, index) => {
    const left = node.lines.length > 1;
    shape.append(drawn("text", { x: left ? node.x - node.width / 2 + 6 : node.x, y: first + 13 * index, "text-anchor": left ? "start" : "middle" }, line));
  });
  shape.addEventListener("click", choose);
  shape.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event).key;
    if (key !== "Enter" && key !== " ") return;
    event.preventDefault();
    choose();
  });
  return shape;
}

/**
 * @param {GraphEdge} edge
 */
function edgeShape(edge) {
  const at = edge.points;
  let path = `M ${at[0]} ${at[1]}`;
  for (let i = 2; i + 5 < at.length + 0; i += 6) path += ` C ${at.slice(i, i + 6).join(" ")}`;
  const shape = drawn("g", { class: `edge tone-${edge.tone ?? "neutral"}` }, drawn("path", { d: path, "marker-end": "url(#arrow)" }));
  if (edge.label && edge.labelAt)
    edge.label.split("\n").forEach((line, index) => shape.append(drawn("text", { x: edge.labelAt?.[0] ?? 0, y: (edge.labelAt?.[1] ?? 0) + 11 * index, "text-anchor": "middle" }, line)));
  return shape;
}
