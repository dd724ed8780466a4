// Looks at pages in a browser. Arguments: the folder with node_modules, the browser, a JSON file that names the pages.
// Every page is loaded without network; what it logs as an error, and every request it tries, is a failure.
const fs = require("fs");
const path = require("path");
const { createRequire } = require("module");

const [packages, browserPath, list] = process.argv.slice(2);
const load = createRequire(path.join(packages, "package.json"));
const { chromium } = load("playwright-core");
const axe = fs.readFileSync(load.resolve("axe-core/axe.min.js"), "utf8");
const { pages, checks } = { pages: JSON.parse(fs.readFileSync(list, "utf8")), checks: require("./checks.cjs") };

const failures = [];
const patience = 240000; // machines may be busy

async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, reducedMotion: "reduce", ...options, bypassCSP: false });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.problems = [];
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) page.problems.push(`request to ${request.url()}`);
  });
  page.show = async (hash) => {
    await page.evaluate((to) => (location.hash = to), hash);
    await page.waitForFunction((wanted) => document.body.dataset.address === wanted, hash);
  };
  await page.goto("file://" + file);
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  return page;
}

// The policy of the page forbids scripts but its own, so the checker runs in the isolated world of the debugger.
async function accessibilityProblems(page) {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  await session.send("Runtime.evaluate", { expression: axe, contextId: executionContextId });
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, {resultTypes: ["violations"]}).then(found => JSON.stringify(found.violations
      .filter(each => each.impact === "serious" || each.impact === "critical")
      .map(each => each.id + ": " + each.nodes.slice(0, 3).map(node => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? "")).join(" | "))))`,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) return [JSON.stringify(exceptionDetails)];
  return JSON.parse(result.value);
}

// Of the processes that show pages, and of the largest page alone: what it occupies, without what is shared with others.
async function megabytes(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = processInfo.filter((each) => each.type === "renderer").map(({ id }) => {
    const text = fs.readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
  });
  return Math.max(...sizes);
}

async function main() {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"],
  });
  for (const { name, page: wanted, options, optional, check } of checks) {
    if (!pages[wanted] && optional) {
      console.log(`skipped: ${name}`);
      continue;
    }
    if (!pages[wanted]) {
      failures.push(`${name}: there is no page ${wanted}`);
      continue;
    }
    const page = await open(browser, pages[wanted], options);
    try {
      await check(page, { accessibilityProblems, megabytes: () => megabytes(browser), file: pages[wanted] });
    } catch (error) {
      failures.push(`${name}: ${error.stack.split("\n").slice(0, 4).join("\n")}`);
    }
    for (const problem of page.problems) failures.push(`${name}: the page logged: ${problem}`);
    await page.context().close();
  }
  await browser.close();
  console.log(failures.length === 0 ? `${checks.length} checks passed` : failures.join("\n"));
  process.exit(failures.length === 0 ? 0 : 1);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
