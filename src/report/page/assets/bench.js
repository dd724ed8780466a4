// Sections of a campaign: all runs in a table with filters, and plots of their times and scores.

/** @type {Record<string, Tone>} */
const categoryTones = { wrong: "bad", correct: "good", unknown: "open", error: "neutral", missing: "neutral" };

/**
 * @param {BenchCell | null} cell
 */
function runCells(cell) {
  if (!cell) return [element("td", { class: "muted" }, "not run"), element("td", { class: "numeric" })];
  const [median, least, most] = cell.cpu;
  const status = element("a", { href: cell.log, class: `badge tone-${categoryTones[cell.category]}`, title: `${cell.category}; its log` }, cell.status);
  const files = cell.files.map((file) => element("a", { href: file, class: "artifact" }, file.slice(file.lastIndexOf("/") + 1)));
  const spread = most > least ? element("div", { class: "spread" }, `${secondsText(least)} \u2013 ${secondsText(most)}`) : null;
  return [
    element("td", {}, status, cell.stable ? null : element("span", { class: "badge tone-bad" }, "unstable"), files.length > 0 ? element("div", {}, ...files) : null),
    element("td", { class: "numeric", title: `wall ${secondsText(cell.wall)}, ${(cell.memory / 1e6).toFixed(0)} MB` }, secondsText(median), spread),
  ];
}

/**
 * A choice with a label.
 * @param {string} label
 * @param {string[]} names
 * @param {() => void} changed
 */
function chooser(label, names, changed) {
  const select = /** @type {HTMLSelectElement} */ (element("select", { change: changed }, ...names.map((name, i) => element("option", { value: i }, name))));
  return { select, holder: element("label", { class: "check" }, `${label} `, select) };
}

/**
 * What a column of the table is sorted by.
 * @param {BenchTask} task
 * @param {number} column
 * @param {number} tools
 */
function sortKey(task, column, tools) {
  if (column === 0) return task.name;
  if (column === 1) return task.expected;
  const cell = task.cells[Math.floor((column - 2) / 2) % tools];
  if (!cell) return column % 2 === 0 ? "" : -1;
  return column % 2 === 0 ? cell.status : cell.cpu[0];
}

/** @type {Record<string, (task: BenchTask) => boolean>} */
const runFilters = {
  "all": () => true,
  "a wrong answer": (task) => task.cells.some((cell) => cell?.category === "wrong"),
  "answers that differ": (task) => new Set(task.cells.map((cell) => cell?.category)).size > 1,
  "solved by one only": (task) => task.cells.filter((cell) => cell?.category === "correct").length === 1,
  "solved by none": (task) => !task.cells.some((cell) => cell?.category === "correct"),
  "unstable": (task) => task.cells.some((cell) => cell?.stable === false),
  "errors": (task) => task.cells.some((cell) => cell?.category === "error"),
};

/** @type {Show} */
function showRuns(into, /** @type {BenchData} */ data) {
  const body = element("tbody");
  const heads = element("tr");
  const count = element("span", { class: "count", role: "status" });
  let tasks = [...data.tasks].sort((a, b) => Number(runFilters["a wrong answer"](b)) - Number(runFilters["a wrong answer"](a)));
  let most = 200;
  const field = /** @type {HTMLInputElement} */ (element("input", { type: "search", placeholder: "Name or status", "aria-label": "Filter the runs" }));
  const more = element("button", { type: "button", click: () => fill((most *= 5)) }, "Show more");
  const fill = (/** @type {any} */ _) => {
    const wanted = field.value.toLowerCase();
    const group = groups[Number(byGroup.select.value)];
    const test = Object.values(runFilters)[Number(byKind.select.value)];
    const found = (/** @type {BenchTask} */ task) => task.name.toLowerCase().includes(wanted) || task.cells.some((cell) => cell?.status.toLowerCase().includes(wanted));
    const shown = tasks.filter((task) => test(task) && found(task) && (group === "all groups" || task.group === group));
    body.replaceChildren(
      ...shown.slice(0, most).map((task) => element("tr", {}, element("td", {}, task.name), element("td", {}, task.expected), ...task.cells.flatMap(runCells))),
    );
    count.textContent = counted(shown.length, "task");
    more.hidden = shown.length <= most;
  };
  const groups = ["all groups", ...new Set(data.tasks.map((task) => task.group))];
  const byGroup = chooser("In", groups, () => fill(0));
  const byKind = chooser("With", Object.keys(runFilters), () => fill(0));
  field.addEventListener("input", () => fill(0));
  ["Task", "Expected", ...data.tools.flatMap((tool) => [tool, `${tool}: CPU`])].forEach((title, column) => {
    const head = element("th", { scope: "col", class: column > 2 && column % 2 === 1 ? "numeric" : undefined });
    let direction = 1;
    const sort = () => {
      const compare = (/** @type {any} */ a, /** @type {any} */ b) => (typeof a === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));
      tasks = [...data.tasks].sort((a, b) => direction * compare(sortKey(a, column, data.tools.length), sortKey(b, column, data.tools.length)));
      heads.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
      direction = -direction;
      fill(0);
    };
    head.append(element("button", { type: "button", click: sort }, title));
    heads.append(head);
  });
  fill(0);
  into.append(
    element("div", { class: "toolbar" }, element("div", { class: "search" }, field, count), byGroup.holder, byKind.holder),
    scrolling("Runs", element("table", { class: "runs" }, element("thead", {}, heads), body)),
    more,
  );
}

/** Points of a quantile plot: the n-th fastest right answer. With scores, wrong answers move the start to the left.
 * @param {BenchData} data
 * @param {boolean} byScore
 * @returns {PlotSeries[]}
 */
function quantiles(data, byScore) {
  return data.tools.map((name, tool) => {
    const cells = data.tasks.map((task) => task.cells[tool]).filter((cell) => cell !== null);
    const right = cells.filter((cell) => cell.category === "correct").sort((a, b) => a.cpu[0] - b.cpu[0]);
    let x = byScore ? cells.reduce((sum, cell) => sum + Math.min(0, cell.score), 0) : 0;
    return { name, points: right.map((cell) => [(x += byScore ? cell.score : 1), Math.max(cell.cpu[0], 0.01)]) };
  });
}

/**
 * Round numbers for an axis.
 * @param {number} low
 * @param {number} high
 * @param {boolean} logarithmic
 */
function ticksOf(low, high, logarithmic) {
  const ticks = [];
  if (logarithmic) {
    const first = Math.floor(Math.log10(low));
    for (let e = first; e <= Math.max(Math.ceil(Math.log10(high)), first + 1); ++e) ticks.push(10 ** e);
    return ticks;
  }
  const raw = Math.max(high - low, 1) / 6;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((each) => each >= raw) ?? size;
  for (let at = Math.floor(low / step) * step; at < high + step; at += step) ticks.push(at);
  return ticks;
}

/**
 * @param {{title: string, x: string, y: string, xLogarithmic: boolean, series: PlotSeries[], lines: boolean, diagonal?: boolean, marks?: string[]}} plot
 */
function plotted(plot) {
  const [width, height, left, bottom, top, right] = [640, 360, 62, 46, 12, 16];
  const points = plot.series.flatMap((series) => series.points);
  if (points.length === 0) return element("p", { class: "muted" }, "Nothing to show.");
  const xTicks = ticksOf(Math.min(...points.map((point) => point[0])), Math.max(...points.map((point) => point[0])), plot.xLogarithmic);
  const yTicks = ticksOf(Math.min(...points.map((point) => point[1])), Math.max(...points.map((point) => point[1])), true);
  if (plot.diagonal) {
    const all = [...new Set([...xTicks, ...yTicks])].sort((a, b) => a - b);
    xTicks.splice(0, xTicks.length, ...all);
    yTicks.splice(0, yTicks.length, ...all);
  }
  const share = (/** @type {number} */ value, /** @type {number[]} */ ticks, /** @type {boolean} */ log) => {
    const [from, to, at] = [ticks[0], ticks[ticks.length - 1], value].map((each) => (log ? Math.log10(each) : each));
    return (at - from) / (to - from || 1);
  };
  const x = (/** @type {number} */ value) => left + share(value, xTicks, plot.xLogarithmic) * (width - left - right);
  const y = (/** @type {number} */ value) => height - bottom - share(value, yTicks, true) * (height - bottom - top);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": plot.title });
  const label = (/** @type {number} */ value) => String(Number(value.toPrecision(3)));
  for (const tick of xTicks)
    svg.append(drawn("line", { x1: x(tick), x2: x(tick), y1: top, y2: height - bottom, class: "grid" }), drawn("text", { x: x(tick), y: height - bottom + 16, "text-anchor": "middle" }, label(tick)));
  for (const tick of yTicks)
    svg.append(drawn("line", { x1: left, x2: width - right, y1: y(tick), y2: y(tick), class: "grid" }), drawn("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, label(tick)));
  svg.append(drawn("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle" }, plot.x), drawn("text", { transform: `translate(14 ${(top + height - bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, plot.y));
  if (plot.diagonal) svg.append(drawn("line", { x1: x(xTicks[0]), y1: y(yTicks[0]), x2: x(xTicks[xTicks.length - 1]), y2: y(yTicks[yTicks.length - 1]), class: "diagonal" }));
  plot.series.forEach((series, i) => {
    if (plot.lines) svg.append(drawn("polyline", { points: series.points.map((point) => `${x(point[0])},${y(point[1])}`).join(" "), class: `series series-${i % 8}` }));
    series.points.forEach((point, j) => {
      const mark = drawn("circle", { cx: x(point[0]), cy: y(point[1]), r: 3, class: `mark series-${i % 8}` });
      mark.append(drawn("title", {}, plot.marks ? plot.marks[j] : `${series.name}: ${label(point[0])}, ${secondsText(point[1])}`));
      svg.append(mark);
    });
  });
  return svg;
}

/**
 * @param {PlotSeries[]} series
 */
function seriesLegend(series) {
  return element("ul", { class: "legend" }, ...series.map((each, i) => element("li", {}, element("span", { class: `swatch series-${i % 8}` }, "\u25cf"), `${each.name} (${each.points.length})`)));
}

/**
 * One tool against another; tasks that either did not solve stand at the far edge.
 * @param {BenchData} data
 */
function scatter(data) {
  const holder = element("div");
  const show = () => {
    const [a, b] = [Number(first.select.value), Number(second.select.value)];
    const pairs = data.tasks.map((task) => ({ task, cells: [task.cells[a], task.cells[b]] })).filter(({ cells }) => cells.some((cell) => cell?.category === "correct"));
    const longest = Math.max(...pairs.flatMap(({ cells }) => cells.map((cell) => cell?.cpu[0] ?? 0)), 0.1);
    const time = (/** @type {BenchCell | null} */ cell) => (cell?.category === "correct" ? Math.max(cell.cpu[0], 0.01) : 2 * longest);
    const points = pairs.map(({ cells }) => /** @type {[number, number]} */ (cells.map(time)));
    const marks = pairs.map(({ task, cells }) => `${task.name}: ${cells.map((cell) => (cell ? `${cell.status} ${secondsText(cell.cpu[0])}` : "not run")).join(", ")}`);
    holder.replaceChildren(plotted({ title: `${data.tools[a]} against ${data.tools[b]}`, x: `${data.tools[a]}: CPU s`, y: `${data.tools[b]}: CPU s`, xLogarithmic: true, series: [{ name: "", points }], lines: false, diagonal: true, marks }));
  };
  const first = chooser("Across:", data.tools, show);
  const second = chooser("Up:", data.tools, show);
  second.select.value = String(Math.min(1, data.tools.length - 1));
  show();
  return element("div", {}, element("div", { class: "toolbar" }, first.holder, second.holder), holder);
}

/** @type {Show} */
function showPlots(into, /** @type {BenchData} */ data) {
  const byCount = quantiles(data, false);
  const byScore = quantiles(data, true);
  into.append(
    element("h2", {}, "Right answers within a time"),
    seriesLegend(byCount),
    plotted({ title: "Quantile plot", x: "n-th fastest right answer", y: "CPU s", xLogarithmic: false, series: byCount, lines: true }),
    element("h2", {}, "Score within a time"),
    element("p", { class: "muted" }, "Wrong answers move the start to the left; further right is better, further down is faster."),
    plotted({ title: "Score-based quantile plot", x: "accumulated score", y: "CPU s", xLogarithmic: false, series: byScore, lines: true }),
    element("h2", {}, "One tool against another"),
    element("p", { class: "muted" }, "Tasks that one of them did not solve stand at the far edge."),
    scatter(data),
  );
}
