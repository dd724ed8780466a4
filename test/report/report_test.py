#!/usr/bin/env python3
"""Makes pages by real runs of tandem and looks at them in a browser (browser.cjs, checks.cjs). Skipped where there is no
browser, no node, or not the packages that scripts/setup installs."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
from harness import run  # noqa: E402

COUNTER = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct counter { int value; int steps[4]; };
int noise;
static void count(struct counter *c, int by) {
  c->steps[c->value & 3] = by;
  c->value = c->value + by;
}
int main(void) {
  struct counter c = {0, {0}};
  int limit = __VERIFIER_nondet_int();
  for (int i = 0; i < 120; i++) {
    noise = noise + 2;
    if (i < limit)
      count(&c, 1);
  }
  if (c.value == 100)
    reach_error();
  return 0;
}
"""

OPEN = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (n < 10) {
    if (n == 12)
      reach_error();
    return 0;
  }
  while (i < n)
    i++;
  if (i != n)
    reach_error();
  return 0;
}
"""


def forty_targets():
    checks = "".join(f"  x = __VERIFIER_nondet_int();\n  if (x == {i} && x + 1 == {i})\n    reach_error();\n" for i in range(40))
    return f"extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {{\n  int x;\n{checks}  return 0;\n}}\n"


def large():
    lines = [f"static int f{i}(int x) {{ return x + {i}; }} /* line {i + 3} */" for i in range(4980)]
    return "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n" + "\n".join(lines) + (
        "\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (f7(x) == 12)\n    reach_error();\n  return 0;\n}\n/* line 4989 */\n/* line 4990 */\n")


HOSTILE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
// </script><script>window.injected = 1</script><!-- "quotes" 'and' `more` \u00fc\u2028
const char *text = "</script><script>window.injected = 2</script><img src=x onerror='window.injected = 3'>";
int main(void) {
  if (__VERIFIER_nondet_int() == 7 && text[0] == '<') /* <b>&amp;</b> */
    reach_error();
  return 0;
}
"""

PAGES = {
    "false": ("counter.c", COUNTER, []),
    "steps": ("counter.c", COUNTER, []),
    "true": ("forty.c", forty_targets(), []),
    "unknown": ("open.c", OPEN, ["--engine", "value", "--loop-iterations", "4", "--cpu", "10s"]),
    "hostile": ("<img src=x onerror=window.injected=1>'\" \u00fc.c", HOSTILE, []),
    "large": ("large.c", large(), []),
}


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def packages():
    deps = os.environ.get("TANDEM_DEPS") or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "tandem"
    folder = pathlib.Path(deps) / "npm"
    if not (folder / "node_modules" / "playwright-core").exists() or not (folder / "node_modules" / "axe-core").exists():
        skip(f"no playwright-core and axe-core in {folder}; scripts/setup installs them")
    return folder


def make_pages(folder):
    pages, made = {}, {}
    for name, (file, text, options) in PAGES.items():
        source = folder / name / file
        if (file, *options) not in made:
            source.parent.mkdir()
            source.write_text(text)
            page = folder / f"{name}.html"
            result = run("verify", "-q", *options, "--report", page, source)
            if result.returncode not in (0, 10, 20) or not page.exists():
                sys.exit(f"{name}: no page: {result.stdout}{result.stderr}")
            made[(file, *options)] = str(page)
        pages[name] = made[(file, *options)]
    return pages


def main():
    browser = shutil.which("chromium")
    if browser is None:
        skip("chromium is not installed; scripts/setup installs it")
    if shutil.which("node") is None:
        skip("node is not installed; scripts/setup installs it")
    deps = packages()
    with tempfile.TemporaryDirectory(prefix="tandem-report-") as holder:
        folder = pathlib.Path(holder)
        pages = make_pages(folder)
        (folder / "pages.json").write_text(json.dumps(pages))
        done = subprocess.run(["node", HERE / "browser.cjs", deps, browser, folder / "pages.json"], timeout=300)
        sys.exit(done.returncode)


main()
