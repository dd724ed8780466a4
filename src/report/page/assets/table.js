// Sections that other commands fill without any script of their own: tables that sort and filter, and plain texts.

/**
 * @param {Cell} cell
 * @param {boolean} numeric
 */
function tableCell(cell, numeric) {
  const text = cell.code ? element("code", {}, cell.text) : cell.text;
  const plain = cell.link ? element("a", { href: cell.link }, text) : cell.place ? placeLink(cell.place, cell.text) : text;
  const content = cell.tone ? element("span", { class: `badge tone-${cell.tone}` }, plain) : plain;
  return element("td", { class: numeric ? "numeric" : undefined }, content);
}

/**
 * @param {Cell} a
 * @param {Cell} b
 */
function compareCells(a, b) {
  if (a.number !== undefined && b.number !== undefined) return a.number - b.number;
  return a.text.localeCompare(b.text, "en", { numeric: true });
}

/**
 * @param {TableData} data
 */
function sortableTable(data) {
  const body = element("tbody");
  const heads = element("tr");
  let rows = data.rows;
  let wanted = "";
  const most = 1000;
  const fill = () => {
    const shown = rows.filter((row) => wanted === "" || row.some((cell) => cell.text.toLowerCase().includes(wanted)));
    body.replaceChildren(...shown.slice(0, most).map((row) => element("tr", {}, ...row.map((cell, i) => tableCell(cell, data.columns[i]?.numeric === true)))));
    count.textContent = shown.length > most ? `the first ${most} of ${counted(shown.length, "row")}` : counted(shown.length, "row");
  };
  const count = element("span", { class: "count", role: "status" });
  data.columns.forEach((column, index) => {
    const head = element("th", { scope: "col", class: column.numeric ? "numeric" : undefined });
    let direction = 1;
    const sort = () => {
      rows = [...data.rows].sort((a, b) => direction * compareCells(a[index], b[index]));
      heads.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
      direction = -direction;
      fill();
    };
    head.append(element("button", { type: "button", click: sort }, column.title));
    heads.append(head);
  });
  const field = /** @type {HTMLInputElement} */ (element("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the table" }));
  field.addEventListener("input", () => {
    wanted = field.value.toLowerCase();
    fill();
  });
  fill();
  const bar = data.rows.length > 8 ? element("div", { class: "toolbar" }, element("div", { class: "search" }, field, count)) : null;
  return element("div", {}, bar, scrolling(data.title ?? "Table", element("table", {}, element("thead", {}, heads), body)));
}

/** @type {Show} */
function showTable(into, /** @type {TableData} */ data) {
  if (data.intro) into.append(element("p", {}, data.intro));
  into.append(sortableTable(data));
  for (const detail of data.details ?? []) into.append(element("p", { class: "muted" }, detail));
}

/** @type {Show} */
function showTables(into, /** @type {TablesData} */ data) {
  for (const table of data.tables) {
    if (table.title) into.append(element("h2", {}, table.title));
    showTable(into, table);
  }
}

/** @type {Show} */
function showText(into, /** @type {TextData} */ data) {
  for (const paragraph of data.paragraphs) into.append(element("p", {}, paragraph));
  if (data.code) into.append(element("pre", { tabindex: "0" }, element("code", {}, data.code)));
}
