// What pages must show and do; see browser.cjs. Each check has a page of report_test.py.
const assert = require("assert");
const fs = require("fs");

const text = (page, selector) => page.locator(selector).first().innerText();

async function everySection(page) {
  const ids = await page.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.getAttribute("href").slice(1)));
  for (const id of ids) {
    await page.show(id);
    assert.ok((await text(page, `#panel-${id}`)).trim().length > 10, `section ${id} is empty`);
  }
  return ids;
}

async function isAccessible(page, { accessibilityProblems }) {
  for (const id of await everySection(page)) {
    await page.show(id);
    assert.deepStrictEqual(await accessibilityProblems(page), [], `section ${id}`);
  }
}

async function isNarrow(page) {
  for (const id of await everySection(page)) {
    await page.show(id);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    assert.ok(width <= 361, `section ${id} is ${width} wide`);
  }
}

const checks = [
  {
    name: "the summary has verdict, target and command",
    page: "false",
    async check(page) {
      assert.match(await text(page, "header .verdict"), /FALSE/);
      assert.match(await text(page, "#panel-summary"), /fails[^]*reach_error/);
      assert.match(await text(page, "#panel-summary .command pre"), /^tandem verify .*--report/);
    },
  },
  {
    name: "a click on a target jumps to its line",
    page: "false",
    async check(page) {
      await page.locator("#panel-summary .targets a.place").first().click();
      await page.waitForSelector(".panel-source .line.here");
      assert.match(await text(page, ".panel-source .line.here"), /reach_error/);
      await page.goBack();
      await page.waitForFunction(() => document.body.dataset.ready === "summary");
    },
  },
  {
    name: "the stepper steps with keys and buttons, and shows stack and variables",
    page: "steps",
    async check(page) {
      await page.show("trace");
      const first = await text(page, ".steps [aria-current]");
      await page.keyboard.press("ArrowRight");
      assert.notStrictEqual(await text(page, ".steps [aria-current]"), first);
      await page.keyboard.press("ArrowLeft");
      assert.strictEqual(await text(page, ".steps [aria-current]"), first);
      await page.keyboard.press("End");
      assert.match(await text(page, ".steps [aria-current]"), /the error/);
      assert.match(await text(page, ".panel-trace .excerpt .here"), /the error/);
      assert.match(await text(page, ".panel-trace .stack"), /main/);
      assert.match(await text(page, ".panel-trace .variables"), /Variables of/);
      await page.keyboard.press("Home");
      await page.getByRole("button", { name: "The error", exact: true }).click();
      assert.match(await text(page, ".steps [aria-current]"), /the error/);
    },
  },
  {
    name: "search finds lines",
    page: "steps",
    async check(page) {
      await page.keyboard.press("/");
      await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
      await page.keyboard.type("reach_error");
      await page.keyboard.press("Enter");
      assert.match(await text(page, ".panel-source .line.here"), /reach_error/);
      assert.match(await text(page, ".search .count"), /^1 of \d+/);
    },
  },
  {
    name: "a proof of forty targets can be filtered",
    page: "true",
    async check(page) {
      assert.match(await text(page, "header .verdict"), /TRUE/);
      assert.strictEqual(await page.locator("#panel-summary .targets tbody tr").count(), 40);
      await page.locator("#panel-summary button", { hasText: "holds 40" }).click();
      assert.strictEqual(await page.locator("#panel-summary .targets tbody tr").count(), 40);
      await page.show("source");
      assert.ok((await page.locator(".panel-source .line.state-v").count()) > 40);
    },
  },
  {
    name: "what is open is shown in the source",
    page: "unknown",
    async check(page) {
      assert.match(await text(page, "header .verdict"), /UNKNOWN/);
      await page.show("source");
      assert.ok((await page.locator(".panel-source .line.state-o").count()) > 0);
    },
  },
  {
    name: "automata are drawn, a node shows its lines",
    page: "unknown",
    async check(page) {
      await page.show("automata");
      const names = await page.$$eval("#panel-automata option", (options) => options.map((option) => option.textContent));
      assert.ok(names.some((name) => name.includes("condition")) && names.some((name) => name.includes("main()")), names.join());
      await page.selectOption("#panel-automata select", { label: names.find((name) => name.includes("main()")) });
      assert.ok((await page.locator(".graph .node").count()) > 3);
      await page.locator(".graph .node").nth(1).focus();
      await page.keyboard.press("Enter");
      assert.match(await text(page, ".node-detail"), /open\.c:\d+/);
    },
  },
  {
    name: "text of the program is never markup",
    page: "hostile",
    async check(page) {
      assert.strictEqual(await page.evaluate("window.injected"), undefined);
      await everySection(page);
      assert.strictEqual(await page.evaluate("window.injected"), undefined);
      assert.strictEqual(await page.locator("img, iframe, object").count(), 0);
      await page.show("source");
      assert.match(await text(page, ".panel-source .code"), /<\/script><script>window\.injected/);
      assert.match(await text(page, "h1"), /<img src=x/);
    },
  },
  {
    name: "five hundred steps can be gone through",
    page: "long",
    async check(page) {
      await page.show("trace");
      const count = Number((await text(page, ".toolbar .count")).match(/of ([\d,]+)/)[1].replace(",", ""));
      assert.ok(count >= 500, `${count} steps`);
      for (let i = 0; i < 20; ++i) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("End");
      assert.match(await text(page, ".steps [aria-current]"), /the error/);
      await page.show("trace/300");
      assert.match(await text(page, ".toolbar .count"), /^step 300 of/);
    },
  },
  {
    name: "a condition of twenty thousand states is drawn in pieces",
    page: "states",
    async check(page) {
      assert.match(await text(page, "header .verdict"), /UNKNOWN/);
      await page.show("automata");
      const names = await page.$$eval("#panel-automata option", (options) => options.map((option) => option.textContent));
      const states = Number((names.find((name) => name.includes("condition")) ?? "").match(/\(([\d,]+) states/)?.[1].replace(",", ""));
      assert.ok(states >= 20000, names.join());
      assert.ok((await page.locator(".graph .node").count()) <= 60);
      const node = () => page.locator(".graph .node").first().textContent();
      const first = await node();
      await page.locator(".graph .node").last().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Draw from here" }).click();
      assert.notStrictEqual(await node(), first);
    },
  },
  {
    name: "regions: which one proved which assertion, and why inner ones failed",
    page: "gamble",
    async check(page) {
      await page.show("regions");
      const rows = await page.$$eval("#panel-regions table:first-of-type tbody tr", (all) => all.map((row) => row.innerText));
      assert.ok(rows.some((row) => /proved\s+(reduce|step|the calls of)/.test(row)), rows.join("\n"));
      assert.ok(rows.length >= 3, rows.join("\n"));
      await page.locator("#panel-regions a.place").first().click();
      await page.waitForSelector(".panel-source .line.here");
      assert.match(await text(page, ".panel-source .line.here"), /reach_error|step|reduce/);
    },
  },
  {
    name: "a test suite: shaded source, goals, tests with inputs",
    page: "tests",
    async check(page) {
      assert.match(await text(page, "header .verdict"), /%/);
      await page.show("source");
      assert.ok((await page.locator(".panel-source .line.state-c").count()) > 3);
      assert.ok((await page.locator(".panel-source .line.state-u").count()) > 0, "what is proved unreachable is marked");
      assert.ok((await page.locator(".panel-source .hits").count()) > 3);
      await page.show("goals");
      assert.match(await text(page, "#panel-goals"), /x > 100[^]*covered|covered[^]*x > 100/);
      assert.match(await text(page, "#panel-goals"), /proved unreachable/);
      await page.show("tests");
      assert.match(await text(page, "#panel-tests"), /test-\d+\s+-?\d+/);
      assert.match(await text(page, "#panel-tests"), /concolic|random|bmc/);
      assert.strictEqual(await page.evaluate("window.injected"), undefined);
    },
  },
  {
    name: "proofs: a table, and each with its targets",
    page: "proofs",
    async check(page) {
      assert.match(await text(page, "header .verdict"), /1 FALSE/);
      await page.show("proofs");
      await page.locator("#panel-proofs a", { hasText: "holds" }).click();
      await page.waitForFunction(() => document.body.dataset.ready === "single");
      assert.match(await text(page, "#panel-single h2 .badge"), /TRUE/);
      assert.match(await text(page, "#panel-single"), /reach_error\(\)[^]*harness\.c:\d+/);
      assert.match(await text(page, "#panel-single .command pre"), /verify/);
      await page.show("single/0");
      assert.strictEqual(await page.evaluate("window.injected"), undefined);
      assert.strictEqual(await page.locator("img").count(), 0);
    },
  },
  {
    name: "verification conditions: what is plotted can be chosen",
    page: "vc",
    async check(page) {
      await page.show("plots");
      const before = await page.locator("#panel-plots svg.plot").first().innerHTML();
      assert.match(await text(page, "#panel-plots .legend"), /pscnf/);
      await page.locator("#panel-plots select").last().selectOption({ label: "number of conditions" });
      assert.notStrictEqual(await page.locator("#panel-plots svg.plot").first().innerHTML(), before);
      await page.show("table");
      assert.ok((await page.locator("#panel-table tbody tr").count()) >= 12);
    },
  },
  ...["steps", "gamble", "tests", "proofs", "vc", "cooperation"].flatMap((name) => [
    ...["light", "dark"].map((colorScheme) => ({ name: `${name}: accessible, ${colorScheme}`, page: name, options: { colorScheme }, check: isAccessible })),
    { name: `${name}: fits a narrow screen`, page: name, options: { viewport: { width: 360, height: 700 } }, check: isNarrow },
  ]),
  {
    name: "prints all sections",
    page: "false",
    async check(page) {
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      await page.waitForSelector("#panel-trace .steps", { state: "attached" });
      await page.emulateMedia({ media: "print" });
      assert.ok(await page.locator("#panel-source").isVisible());
      assert.ok(await page.locator("#panel-trace").isVisible());
    },
  },
  {
    name: "a large program opens quickly and stays small",
    page: "large",
    async check(page, { file }) {
      assert.ok(fs.statSync(file).size < 2e6, `${fs.statSync(file).size} bytes`);
      await page.show("source/0/4990");
      assert.match(await text(page, ".panel-source .line.here"), /4990/);
      assert.ok((await page.locator(".panel-source .line").count()) < 2500, "only what is in view is built");
    },
  },
];

module.exports = checks;
