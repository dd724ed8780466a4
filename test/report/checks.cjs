// What pages must show and do; see browser.cjs. Each check has a page of report_test.py. Pages build what they show when it is
// needed, and machines may be busy: what must be seen is waited for, and only what must not be seen is looked at once.
const assert = require("assert");
const fs = require("fs");
const path = require("path");
const { fileURLToPath } = require("url");

const patience = 240000;

const text = (page, selector) => page.locator(selector).first().innerText();

// Until a check holds: what it says last is the failure.
async function eventually(check) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const shows = (page, selector, wanted) => eventually(async () => assert.match(await text(page, selector), wanted));

const has = (page, selector, least, most = Infinity) =>
  eventually(async () => {
    const count = await page.locator(selector).count();
    assert.ok(least <= count && count <= most, `${count} times ${selector}, not ${least} to ${most}`);
  });

const differs = (seen, before) => eventually(async () => assert.notStrictEqual(await seen(), before));

const everyId = (page) => page.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.getAttribute("href").slice(1)));

async function everySection(page) {
  const ids = await everyId(page);
  for (const id of ids) {
    await page.show(id);
    await shows(page, `#panel-${id}`, /\S[^]{9,}\S/);
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
    await eventually(async () => {
      const width = await page.evaluate("document.documentElement.scrollWidth");
      assert.ok(width <= 361, `section ${id} is ${width} wide`);
    });
  }
}

const checks = [
  {
    name: "the summary has verdict, target and command",
    page: "false",
    async check(page) {
      await shows(page, "header .verdict", /FALSE/);
      await shows(page, "#panel-summary", /fails[^]*reach_error/);
      await shows(page, "#panel-summary .command pre", /^tandem verify .*--report/);
    },
  },
  {
    name: "a click on a target jumps to its line",
    page: "false",
    async check(page) {
      await page.locator("#panel-summary .targets a.place").first().click();
      await shows(page, ".panel-source .line.here", /reach_error/);
      await page.goBack();
      await page.waitForFunction(() => document.body.dataset.ready === "summary");
    },
  },
  {
    name: "the stepper steps with keys and buttons, and shows stack and variables",
    page: "steps",
    async check(page) {
      await page.show("trace");
      const current = () => text(page, ".steps [aria-current]");
      const first = await current();
      await page.keyboard.press("ArrowRight");
      await differs(current, first);
      await page.keyboard.press("ArrowLeft");
      await eventually(async () => assert.strictEqual(await current(), first));
      await page.keyboard.press("End");
      await shows(page, ".steps [aria-current]", /the error/);
      await shows(page, ".panel-trace .excerpt .here", /the error/);
      await shows(page, ".panel-trace .stack", /main/);
      await shows(page, ".panel-trace .variables", /Variables of/);
      await page.keyboard.press("Home");
      await eventually(async () => assert.strictEqual(await current(), first));
      await page.getByRole("button", { name: "The error", exact: true }).click();
      await shows(page, ".steps [aria-current]", /the error/);
    },
  },
  {
    name: "many inputs are folded, so that the steps are in sight",
    page: "inputs",
    async check(page) {
      await page.show("trace");
      const listed = page.locator("#panel-trace ol.inputs");
      const folded = page.locator("#panel-trace details", { hasText: "4 further inputs" });
      assert.strictEqual(await listed.first().locator("li").count(), 8);
      await folded.locator("summary").click();
      assert.strictEqual(await folded.locator("ol").getAttribute("start"), "9");
      assert.strictEqual(await folded.locator("li").count(), 4);
    },
  },
  {
    name: "a branch says why it was taken, and a function what it was passed",
    page: "steps",
    async check(page) {
      await page.show("trace");
      const at = (wanted) => page.locator(".steps button", { hasText: wanted }).first().click();
      await at("if (i < limit)");
      await shows(page, ".panel-trace .because", /i is 0, limit is \d+/);
      await at("c->value = c->value + by;");
      await shows(page, ".panel-trace .variables", /by\s+1/);
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
      await shows(page, ".panel-source .line.here", /reach_error/);
      await shows(page, ".search .count", /^1 of \d+/);
    },
  },
  {
    name: "a proof of forty targets can be filtered",
    page: "true",
    async check(page) {
      await shows(page, "header .verdict", /TRUE/);
      await has(page, "#panel-summary .targets tbody tr", 40, 40);
      await page.locator("#panel-summary button", { hasText: "holds 40" }).click();
      await has(page, "#panel-summary .targets tbody tr", 40, 40);
      await page.show("source");
      await has(page, ".panel-source .line.state-v", 41);
    },
  },
  {
    name: "what is open is shown in the source",
    page: "unknown",
    async check(page) {
      await shows(page, "header .verdict", /UNKNOWN/);
      await page.show("source");
      await has(page, ".panel-source .line.state-o", 1);
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
      await has(page, ".graph .node", 4);
      await page.locator(".graph .node").nth(1).focus();
      await page.keyboard.press("Enter");
      await shows(page, ".node-detail", /open\.c:\d+/);
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
      await shows(page, ".panel-source .code", /<\/script><script>window\.injected/);
      await shows(page, "h1", /<img src=x/);
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
      await shows(page, ".steps [aria-current]", /the error/);
      await page.show("trace/300");
      await shows(page, ".toolbar .count", /^step 300 of/);
    },
  },
  {
    name: "a condition of twenty thousand states is drawn in pieces",
    page: "states",
    async check(page) {
      await shows(page, "header .verdict", /UNKNOWN/);
      await page.show("automata");
      const names = await page.$$eval("#panel-automata option", (options) => options.map((option) => option.textContent));
      const states = Number((names.find((name) => name.includes("condition")) ?? "").match(/\(([\d,]+) states/)?.[1].replace(",", ""));
      assert.ok(states >= 20000, names.join());
      await has(page, ".graph .node", 1, 60);
      const node = () => page.locator(".graph .node").first().textContent();
      const first = await node();
      await page.locator(".graph .node").last().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Draw from here" }).click();
      await differs(node, first);
    },
  },
  {
    name: "the timeline has a lane for each partner, with what passed between them",
    page: "cooperation",
    async check(page) {
      await page.show("cooperation");
      const lanes = await page.$$eval(".timeline .who", (all) => all.map((each) => each.textContent).filter((name) => name));
      assert.deepStrictEqual(lanes, ["value", "predicate"]);
      const bars = await page.$$eval(".lane .bar", (all) => all.map((bar) => [parseFloat(bar.style.left), parseFloat(bar.style.width)]));
      assert.ok(bars.length >= 2 && bars[1][0] >= bars[0][0] + bars[0][1] - 0.5, `the second starts when the first has ended: ${JSON.stringify(bars)}`);
      const partners = await page.$$eval(".partner", (all) => all.map((each) => each.innerText));
      assert.match(partners[0], /Sent\s+a condition of \d+ states/);
      assert.match(partners[1], /Got\s+a condition of \d+ states from value/);
      await has(page, ".lane .moment", 2);
    },
  },
  {
    name: "the timeline of the default strategy says who decided",
    page: "false",
    async check(page) {
      await page.show("cooperation");
      await shows(page, "#panel-cooperation p", /decided it, \d+\.\d+ s after the start/);
      await has(page, ".timeline .bar", 2);
    },
  },
  {
    name: "several files: macros, a header with code, functions that nothing calls",
    page: "several",
    async check(page) {
      await page.show("source");
      const files = await page.$$eval(".panel-source .files a", (all) => all.map((each) => each.textContent));
      assert.deepStrictEqual(files.map((name) => name.replace(/.*\//, "")).sort(), ["main.c", "queue.c", "queue.h"]);
      await page.show("summary");
      await page.locator("#panel-summary .targets a.place").first().click();
      await shows(page, ".panel-source .line.here", /CHECK\(q\.items/);
      await page.show(`source/${files.findIndex((name) => name.includes("queue.c"))}/3`);
      await shows(page, ".panel-source .line.here", /unused/);
      assert.strictEqual(await page.locator(".panel-source .line.here.state-r").count(), 0, "unused() is not on the way");
      await page.show("trace");
      await shows(page, ".steps", /clamped|push/);
    },
  },
  {
    name: "a program without targets",
    page: "nothing",
    async check(page) {
      await shows(page, "header .verdict", /TRUE/);
      await everySection(page);
    },
  },
  {
    name: "gambling on the program of the study",
    page: "tls",
    optional: true,
    async check(page) {
      await page.show("regions");
      await has(page, "#panel-regions tbody tr", 3);
      await everySection(page);
    },
  },
  {
    name: "50,000 lines and a condition of 100,000 states: shown on demand, in little memory",
    page: "largest",
    async check(page, { megabytes, file }) {
      // The clock of a busy machine: the best of some attempts counts.
      const painted = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity);
      let paint = await painted();
      for (let attempt = 0; attempt < 8 && paint >= 2000; ++attempt) {
        await page.reload();
        await page.waitForSelector("body[data-ready]", { state: "attached" });
        paint = Math.min(paint, await painted());
      }
      assert.ok(paint < 2000, `first paint after ${paint} ms`);
      await page.show("source/0/49000");
      await shows(page, ".panel-source .line.here", /line 49000/);
      await has(page, ".panel-source .line", 1, 2499); // only what is in view is built
      await page.show("automata");
      await shows(page, "#panel-automata select", /100,000 states/);
      await has(page, ".graph .node", 1, 60);
      await page.locator(".graph .node").last().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Draw from here" }).click();
      const size = await megabytes();
      console.log(`the largest page: ${(fs.statSync(file).size / 1e6).toFixed(1)} MB, first paint after ${Math.round(paint)} ms, ${Math.round(size)} MB of memory`);
      assert.ok(size < 300, `${size} MB`);
    },
  },
  {
    name: "regions: which one proved which assertion, and why inner ones failed",
    page: "gamble",
    async check(page) {
      await page.show("regions");
      await has(page, "#panel-regions table:first-of-type tbody tr", 3);
      const rows = await page.$$eval("#panel-regions table:first-of-type tbody tr", (all) => all.map((row) => row.innerText));
      assert.ok(rows.some((row) => /proved\s+(?!the whole program)\S/.test(row)), rows.join("\n"));
      await page.locator("#panel-regions a.place").first().click();
      await shows(page, ".panel-source .line.here", /reach_error|step|reduce/);
    },
  },
  {
    name: "a test suite: shaded source, goals, tests with inputs",
    page: "tests",
    async check(page) {
      await shows(page, "header .verdict", /%/);
      await page.show("source");
      await has(page, ".panel-source .line.state-c", 4);
      await has(page, ".panel-source .line.state-u", 1);
      await has(page, ".panel-source .hits", 4);
      await page.show("goals");
      await shows(page, "#panel-goals", /x > 100[^]*covered|covered[^]*x > 100/);
      await shows(page, "#panel-goals", /proved unreachable/);
      await page.show("tests");
      await shows(page, "#panel-tests", /test-\d+\s+-?\d+/);
      await shows(page, "#panel-tests", /concolic|random|bmc/);
      assert.strictEqual(await page.evaluate("window.injected"), undefined);
    },
  },
  {
    name: "proofs: a table, and each with its targets",
    page: "proofs",
    async check(page) {
      await shows(page, "header .verdict", /1 FALSE/);
      await page.show("proofs");
      await page.locator("#panel-proofs a", { hasText: "holds" }).click();
      await page.waitForFunction(() => document.body.dataset.ready === "single");
      await shows(page, "#panel-single h2 .badge", /TRUE/);
      await shows(page, "#panel-single", /reach_error\(\)[^]*harness\.c:\d+/);
      await shows(page, "#panel-single .command pre", /verify/);
      await page.show("single/0");
      assert.strictEqual(await page.evaluate("window.injected"), undefined);
      assert.strictEqual(await page.locator("img").count(), 0);
    },
  },
  {
    name: "a campaign: wrong answers on top, a table that sorts and filters, three plots",
    page: "bench",
    async check(page) {
      await shows(page, "header .verdict", /3 WRONG/);
      await shows(page, "#panel-summary", /WRONG: yes on error\d.* says true, expected false/);
      await page.show("scores");
      await shows(page, "#panel-scores tbody", /yes[^]*-90[^]*right|right[^]*yes[^]*-90/);
      await page.show("runs");
      const names = () => page.$$eval("#panel-runs tbody tr td:first-child", (all) => all.map((each) => each.innerText));
      await has(page, "#panel-runs tbody tr", 6, 6);
      await page.locator("#panel-runs th button").first().click();
      await eventually(async () => assert.deepStrictEqual(await names(), [...(await names())].sort((a, b) => a.localeCompare(b, "en", { numeric: true }))));
      await page.locator("#panel-runs select").last().selectOption({ label: "a wrong answer" });
      await has(page, "#panel-runs tbody tr", 3, 3);
      await page.locator("#panel-runs input").fill("error1");
      await has(page, "#panel-runs tbody tr", 1, 1);
      const log = await page.locator("#panel-runs tbody a").first().getAttribute("href");
      assert.ok(fs.existsSync(path.join(path.dirname(fileURLToPath(page.url())), decodeURIComponent(log))), log);
      await page.show("plots");
      await has(page, "#panel-plots svg.plot", 3, 3);
      await has(page, "#panel-plots svg.plot >> nth=0 >> circle", 9, 9); // six right answers of one, three of the other
      const scatter = () => page.locator("#panel-plots svg.plot").last().innerHTML();
      const before = await scatter();
      await page.locator("#panel-plots select").last().selectOption({ label: "yes" });
      await differs(scatter, before);
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
      await shows(page, "#panel-plots .legend", /pscnf/);
      await page.locator("#panel-plots select").last().selectOption({ label: "number of conditions" });
      await differs(() => page.locator("#panel-plots svg.plot").first().innerHTML(), before);
      await page.show("table");
      await has(page, "#panel-table tbody tr", 12);
    },
  },
  ...["steps", "gamble", "tests", "proofs", "vc", "bench", "cooperation", "several", "nothing"].flatMap((name) => [
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
      for (const id of await everyId(page)) if (id !== "automata") await page.waitForSelector(`#panel-${id}`);
    },
  },
  ...["large", "several"].map((name) => ({
    name: `${name}: prints every line of every file, though it was not looked at`,
    page: name,
    async check(page) {
      await page.waitForSelector("body[data-unpacked]", { state: "attached" });
      // The browser prints when the handlers are done and what they promised is kept: nothing that takes longer.
      const lines = await page.evaluate(async () => {
        dispatchEvent(new Event("beforeprint"));
        for (let i = 0; i < 50; ++i) await null;
        return document.querySelectorAll("#panel-source .line").length;
      });
      assert.ok(lines > (name === "large" ? 4980 : 15), `${lines} lines`);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      await page.show("source");
      await has(page, ".panel-source .source-file > *", 1, 1);
    },
  })),
  {
    name: "a large program opens quickly and stays small",
    page: "large",
    async check(page, { file }) {
      assert.ok(fs.statSync(file).size < 2e6, `${fs.statSync(file).size} bytes`);
      await page.show("source/0/4990");
      await shows(page, ".panel-source .line.here", /4990/);
      await has(page, ".panel-source .line", 1, 2499); // only what is in view is built
    },
  },
];

module.exports = checks;
