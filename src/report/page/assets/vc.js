// The section of a study of verification conditions: a line for each method over the bounds, or a bar-like column for
// each program; program, solver and quantity are chosen here.

/** @type {Record<string, {label: string, value: (row: VcRow) => number}>} */
const vcQuantities = {
  "time to solve": { label: "CPU s", value: (row) => Math.max(row.solve, 1e-4) },
  "time to generate": { label: "CPU s", value: (row) => Math.max(row.generate, 1e-4) },
  "size, equal terms once (DAG)": { label: "nodes", value: (row) => Math.max(row.dag, 1) },
  "size, written out (tree)": { label: "nodes", value: (row) => Math.max(row.tree, 1) },
  "number of conditions": { label: "conditions", value: (row) => Math.max(row.conditions, 1) },
};

/**
 * @param {VcRow[]} rows
 * @param {(row: VcRow) => string} get
 */
function distinct(rows, get) {
  return [...new Set(rows.map(get))];
}

/**
 * @param {VcRow[]} rows of one program and solver
 * @param {(row: VcRow) => number} value
 * @returns {PlotSeries[]}
 */
function seriesByMethod(rows, value) {
  return distinct(rows, (row) => row.method).map((name) => ({
    name,
    points: rows.filter((row) => row.method === name && row.solved).map((row) => /** @type {[number, number]} */ ([row.bound, value(row)])),
  }));
}

/** @type {Show} */
function showVc(into, /** @type {VcData} */ data) {
  if (data.rows.length === 0) return void into.append(element("p", {}, "Nothing was measured."));
  const programs = distinct(data.rows, (row) => row.program);
  const solvers = distinct(data.rows, (row) => row.solver);
  const quantities = Object.keys(vcQuantities);
  const lines = element("div"), columns = element("div");
  const show = () => {
    const program = programs[Number(byProgram.select.value)], solver = solvers[Number(bySolver.select.value)];
    const { label, value } = vcQuantities[quantities[Number(byQuantity.select.value)]];
    const series = seriesByMethod(data.rows.filter((row) => row.program === program && row.solver === solver), value);
    lines.replaceChildren(seriesLegend(series), plotted({ title: `${program}, ${solver}`, x: "unwinding bound", y: label, xLogarithmic: false, series, lines: true }));
    const largest = Math.max(...data.rows.map((row) => row.bound));
    const last = data.rows.filter((row) => row.bound === largest && row.solver === solver);
    const across = distinct(last, (row) => row.method).map((name) => ({
      name,
      points: last.filter((row) => row.method === name && row.solved).map((row) => /** @type {[number, number]} */ ([programs.indexOf(row.program) + 1, value(row)])),
    }));
    columns.replaceChildren(
      element("h2", {}, `All programs at bound ${largest}, ${solver}`),
      element("p", { class: "muted" }, programs.map((name, i) => `${i + 1} ${name}`).join(", ")),
      plotted({ title: "All programs", x: "program", y: label, xLogarithmic: false, series: across, lines: false }),
    );
  };
  const byProgram = chooser("Program:", programs, show);
  const bySolver = chooser("Solver:", solvers, show);
  const byQuantity = chooser("Show:", quantities, show);
  into.append(element("div", { class: "toolbar" }, byProgram.holder, bySolver.holder, byQuantity.holder), lines, columns);
  show();
}
