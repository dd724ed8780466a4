// Puts the page together: a header with the result, a tab for each section. The address names the section and what is
// shown in it, so that links jump and the browser's own buttons go back.

/** @type {Record<string, Show>} */
const shows = {
  summary: showSummary,
  source: showSource,
  trace: showTrace,
  cooperation: showCooperation,
  automata: showAutomata,
  table: showTable,
  tables: showTables,
  text: showText,
  proofs: showProofs,
  vc: showVc,
  runs: showRuns,
  plots: showPlots,
};

/** By section: data that was compressed. */
const unpacked = new Map();

/**
 * Printing does not wait, so what is compressed is unpacked when there is time; not the largest, which would take much memory.
 */
async function unpackAhead() {
  for (const holder of document.querySelectorAll("script[id^=data-]"))
    if (holder.getAttribute("type") !== "application/json" && (holder.textContent ?? "").length < 500000) {
      const id = holder.id.slice("data-".length);
      unpacked.set(id, await sectionData(id));
    }
  document.body.dataset.unpacked = "all";
}

/**
 * @param {string} id
 */
async function sectionData(id) {
  if (unpacked.has(id)) return unpacked.get(id);
  const holder = /** @type {HTMLElement} */ (document.getElementById(`data-${id}`));
  const text = holder.textContent ?? "";
  if (holder.getAttribute("type") === "application/json") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

class App {
  /**
   * @param {PageData} page
   */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, {panel: HTMLElement, follow: Promise<((rest: string) => void) | void>}>} */
    this.shown = new Map();
    this.tabs = element("div", { role: "tablist", "aria-label": "Parts of the report", class: "tabs" });
    this.main = element("main");
    // Counts changes of the address: a section may be ready when another one was asked for.
    this.turn = 0;
  }

  start() {
    const { page } = this;
    for (const section of page.sections) this.tabs.append(this.tab(section));
    const header = element(
      "header",
      {},
      element("div", { class: "title" }, element("h1", {}, page.title), element("span", { class: `verdict tone-${page.tone}` }, page.headline), element("button", { type: "button", class: "theme", title: "Light or dark", "aria-label": "Light or dark", click: changeTheme }, "\u25d0")),
      element("p", { class: "sentence" }, page.sentence),
      this.tabs,
    );
    const footer = element("footer", {}, `Written by ${page.producer}`);
    document.getElementById("app")?.replaceChildren(header, this.main, footer, element("div", { id: "live", class: "offscreen", role: "status" }));
    addEventListener("hashchange", () => this.route());
    addEventListener("beforeprint", () => {
      printing = true;
      page.sections.forEach((section) => this.open(section));
    });
    addEventListener("afterprint", () => (printing = false));
    document.addEventListener("keydown", (event) => this.key(event));
    return this.route();
  }

  /**
   * @param {SectionHead} section
   */
  tab(section) {
    const tab = element("a", { href: `#${section.id}`, role: "tab", id: `tab-${section.id}`, "aria-controls": `panel-${section.id}`, "aria-selected": "false", tabindex: "-1" }, section.title);
    return tab;
  }

  /**
   * @param {SectionHead} section
   */
  open(section) {
    let known = this.shown.get(section.id);
    if (known) return known;
    const panel = element("section", { id: `panel-${section.id}`, class: `panel panel-${section.kind}`, role: "tabpanel", "aria-labelledby": `tab-${section.id}`, tabindex: "-1", hidden: true });
    panel.append(element("p", { class: "muted" }, "\u2026"));
    this.main.append(panel);
    const follow = this.fill(section, panel);
    known = { panel, follow };
    this.shown.set(section.id, known);
    return known;
  }

  /**
   * @param {SectionHead} section
   * @param {HTMLElement} panel
   */
  async fill(section, panel) {
    const needsSources = section.kind !== "source" && sources.files.length === 0;
    if (needsSources && this.page.sections.some((each) => each.id === "source")) setSources(await sectionData("source"));
    const data = await sectionData(section.id);
    panel.replaceChildren();
    panel.append(element("h2", { class: "print-title" }, section.title));
    return shows[section.kind](panel, data);
  }

  async route() {
    const turn = ++this.turn;
    const address = decodeURIComponent(location.hash.slice(1));
    const [id, ...rest] = address.split("/");
    const section = this.page.sections.find((each) => each.id === id) ?? this.page.sections[0];
    for (const each of this.page.sections) {
      const chosen = each === section;
      const tab = /** @type {HTMLElement} */ (document.getElementById(`tab-${each.id}`));
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      if (chosen) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
      const known = this.shown.get(each.id);
      if (known) known.panel.hidden = !chosen;
    }
    const { panel, follow } = this.open(section);
    panel.hidden = false;
    const go = await follow;
    if (turn !== this.turn) return;
    if (go) go(rest.join("/"));
    document.body.dataset.ready = section.id;
    document.body.dataset.address = address;
  }

  /**
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.getAttribute("role") === "tab") this.tabKey(event);
    const number = Number(event.key);
    if (number >= 1 && number <= this.page.sections.length) location.hash = this.page.sections[number - 1].id;
    if (event.key === "/" && this.page.sections.some((each) => each.id === "source")) {
      event.preventDefault();
      location.hash = "source";
      this.route().then(() => /** @type {HTMLElement | null} */ (document.querySelector(".panel-source input"))?.focus());
    }
  }

  /**
   * @param {KeyboardEvent} event
   */
  tabKey(event) {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const tabs = /** @type {HTMLElement[]} */ ([...this.tabs.querySelectorAll("[role=tab]")]);
    const next = tabs[(tabs.indexOf(/** @type {HTMLElement} */ (event.target)) + by + tabs.length) % tabs.length];
    next.focus();
    next.click();
  }
}

function changeTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}

sectionData("page").then(async (page) => {
  await new App(page).start();
  requestIdleCallback(unpackAhead);
});
