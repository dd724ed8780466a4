#!/usr/bin/env python3
"""Makes pages by real runs of tandem and looks at them in a browser (browser.cjs, checks.cjs). Skipped where there is no
browser, no node, or not the packages that scripts/setup installs."""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import harness  # noqa: E402

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


# Two files, a header with code, macros that contain the error, and lines that no function has.
SEVERAL = {
    "main.c": """#include "queue.h"
#define CHECK(condition) do { if (!(condition)) reach_error(); } while (0)
#define PUSH(q, x) push(&(q), (x) + \\
                        1)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct queue q = {0, {0}};
  PUSH(q, __VERIFIER_nondet_int()); CHECK(q.items[0] != 43); return 0;
}
""",
    "queue.c": """#include "queue.h"
void push(struct queue *q, int x) { q->items[clamped(q->count)] = x; q->count++; }
static int unused(void) { return 1; }
""",
    "queue.h": """#ifndef QUEUE_H
#define QUEUE_H
extern void reach_error(void);
struct queue { int count; int items[4]; };
static inline int clamped(int i) { return i < 0 ? 0 : i > 3 ? 3 : i; }
void push(struct queue *q, int x);
#endif
""",
}

NOTHING = "int main(void) { }\n"
LINES, STATES = 50_000, 100_000


def forty_targets():
    checks = "".join(f"  x = __VERIFIER_nondet_int();\n  if (x == {i} && x + 1 == {i})\n    reach_error();\n" for i in range(40))
    return f"extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {{\n  int x;\n{checks}  return 0;\n}}\n"


def largest():
    """A program of 50,000 lines, and a condition of 100,000 states about it."""
    calls = LINES - 20
    text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nstatic unsigned sum;\n"
    lines = [f"  if (__VERIFIER_nondet_int() == {i}) sum += {i}; /* line {i + 5} */" for i in range(calls)]
    text += "int main(void) {\n" + "\n".join(lines) + "\n  if (sum == 12345)\n    reach_error();\n  return 0;\n}\n"
    automaton = ["tandem-gia 1", f"program {hashlib.sha256(text.encode()).hexdigest()} largest.c", "data-model LP64", "producer a test", "state s0 initial"]
    automaton += [f"state s{i}{' ut' if i % 2 else ''}" for i in range(1, STATES)]
    # A chain along the branches, with something verified beside each.
    for i in range(0, STATES - 2, 2):
        line = i // 2 % calls + 5
        automaton += [f"s{i} -> s{i + 1} on main@{line}:7+", f"s{i} -> s{i + 2} on main@{line}:7-"]
    return text, "\n".join(automaton) + "\nend\n"


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

# Every iteration matters to the error, so that none of the 500 steps and more is folded.
LONG = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct log { int last; int sum; };
static int next(struct log *log, int by) {
  log->last = by;
  log->sum = log->sum + by;
  return log->sum;
}
int main(void) {
  struct log log = {0, 0};
  int step = __VERIFIER_nondet_int(), total = 0;
  for (int i = 0; i < 110; i++)
    total = next(&log, step);
  if (total == 330)
    reach_error();
  return 0;
}
"""

# Something is verified beside each step of a long path, so that the condition has a state for each.
MANY_STATES = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void deeper(void) { if (__VERIFIER_nondet_int()) deeper(); }
int main(void) {
  unsigned x = 0;
  for (unsigned k = 0; k < 5200; k++)
    if (__VERIFIER_nondet_int()) {
      for (int i = 0; i < 8; i++)
        x += i * k;
      if (x == 1)
        reach_error();
      return 0;
    }
  deeper();
  if (x == 1)
    reach_error();
  return 0;
}
"""

# A small protocol with a record of fields, in the style of arithmetic for a handshake: assertions in inner loops, in a
# callee, and one that needs the whole program.
HANDSHAKE = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct session { unsigned state; unsigned limbs[4]; unsigned carry; };
static void reduce(struct session *s) {
  for (int i = 0; i < 4; i++) {
    s->carry = s->limbs[i] >> 26;
    s->limbs[i] = s->limbs[i] & 0x3ffffff;
    if (s->limbs[i] > 0x3ffffff)
      reach_error();
  }
}
static unsigned step(struct session *s) {
  if (s->state > 3)
    reach_error();
  return s->state == 3 ? 0 : s->state + 1;
}
int main(void) {
  struct session s = {0, {0}, 0};
  for (int round = 0; round < 1000; round++) {
    unsigned x = __VERIFIER_nondet_uint() % 16;
    if (x >= 16)
      reach_error();
    s.limbs[x & 3] = s.limbs[x & 3] + x;
    reduce(&s);
    s.state = step(&s);
  }
  return 0;
}
"""

BRANCHES = """extern int __VERIFIER_nondet_int(void);
static int kind(int x) {
  if (x < 0)
    return -1;
  if (x > 100 && x < 90)
    return 2;
  return x == 42;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int k = kind(x);
  if (k == 1)
    return 1;
  if (k == 2)
    return 2; /* </script><script>window.injected = 4</script> */
  return 0;
}
"""

NASTY = "<img src=x onerror=window.injected=1>'\" \u00fc"
PROOF = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nvoid harness(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > %s && x < 5)\n    reach_error();\n}\n"

INPUTS = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 12; i++)
    sum += __VERIFIER_nondet_uint() & 1;
  if (sum == 12)
    reach_error();
  return 0;
}
"""

PAGES = {
    "inputs": ("inputs.c", INPUTS, ["--engine", "bmc"]),
    "nothing": ("nothing.c", NOTHING, []),
    "false": ("counter.c", COUNTER, []),
    "steps": ("counter.c", COUNTER, []),
    "long": ("long.c", LONG, []),
    "true": ("forty.c", forty_targets(), []),
    "unknown": ("open.c", OPEN, ["--engine", "value", "--loop-iterations", "4", "--cpu", "10s"]),
    "states": ("states.c", MANY_STATES, ["--engine", "value", "--recursion", "2", "--cpu", "60s"]),
    "cooperation": ("open.c", OPEN, ["--strategy", "value-then-predicate", "--cpu", "6s", "--loop-iterations", "4"]),
    "hostile": ("a</script>" + NASTY + ".c", HOSTILE, []),
    "large": ("large.c", large(), []),
    "gamble": ("handshake.c", HANDSHAKE, ["--no-facts", "--sequential", "--cpu", "60s"]),
    "tests": (NASTY + ".c", BRANCHES, ["--cpu", "20s"]),
    "vc": ("fibonacci.c", None, ["--study", "--method", "all", "--unwind", "2..4:2", "--solver", "sat", "--cpu", "5s"]),
}
COMMANDS = {"gamble": "gamble", "tests": "test", "vc": "vc"}


def run(*words):
    """Limits of the runs are CPU time; the clock of a busy machine is none."""
    return harness.run(*words, timeout=900)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def packages():
    deps = os.environ.get("TANDEM_DEPS") or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "tandem"
    folder = pathlib.Path(deps) / "npm"
    if not (folder / "node_modules" / "playwright-core").exists() or not (folder / "node_modules" / "axe-core").exists():
        skip(f"no playwright-core and axe-core in {folder}; scripts/setup installs them")
    return folder


def check_run(name, page, result):
    if result.returncode not in (0, 10, 20) or not page.exists():
        sys.exit(f"{name}: no page: {result.stdout}{result.stderr}")


def make_page(folder, name, file, text, options):
    page, source = folder / f"{name}.html", folder / name / file
    source.parent.mkdir(parents=True)
    source.write_text(text if text is not None else (HERE.parent.parent / "examples" / "vc" / file).read_text())
    command = COMMANDS.get(name, "verify")
    if command == "vc":
        result, page = run("vc", *options, "--out", folder / "vc-out", source), folder / "vc-out" / "index.html"
    else:
        out = ["--out", folder / "suite"] if command == "test" else []
        result = run(command, "-q", *options, *out, "--report", page, source)
    check_run(name, page, result)
    return str(page)


def make_proofs_page(folder):
    for name, bound in (("holds", "7"), (NASTY, "3")):
        proof = folder / "proofs" / name
        proof.mkdir(parents=True)
        (proof / "harness.c").write_text(PROOF % bound)
        (proof / "proof.yml").write_text("sources: [harness.c]\nentry: harness\n")
    (folder / "proofs" / "unreadable").mkdir()
    (folder / "proofs" / "unreadable" / "proof.yml").write_text("sources: [nothing.c]\nentry: harness\n")
    page = folder / "proofs.html"
    result = run("proofs", folder / "proofs", "-q", "--cpu", "20s", "--report", page)
    if not page.exists():
        sys.exit(f"proofs: no page: {result.stdout}{result.stderr}")
    return str(page)


def make_several_page(folder):
    place = folder / "several"
    place.mkdir()
    for name, text in SEVERAL.items():
        (place / name).write_text(text)
    page = folder / "several.html"
    check_run("several", page, run("verify", "-q", "--report", page, place / "main.c", place / "queue.c"))
    return str(page)


def make_largest_page(folder):
    place = folder / "largest"
    place.mkdir()
    text, automaton = largest()
    (place / "largest.c").write_text(text)
    (place / "largest.gia").write_text(automaton)
    page = folder / "largest.html"
    check_run("largest", page, run("verify", "-q", "--engine", "random", "--cpu", "4s", "--report", page, "--condition", place / "largest.gia",
                                   place / "largest.c"))
    return str(page)


def make_shared_page(folder):
    """The program of the study of gambling, where its benchmarks are beside the project."""
    program = HERE.parent.parent.parent / "shared" / "benchmarks" / "qicc" / "tls_fe__bounds.c"
    if not program.exists():
        print("skipped: gambling on tls_fe__bounds: the benchmarks of the study are not there")
        return {}
    page = folder / "tls.html"
    check_run("tls", page, run("gamble", "-q", "--cpu", "60s", "--report", page, program))
    return {"tls": str(page)}


def make_bench_page(folder):
    """Two commands on six tasks: one always says TRUE, the other is right, and names that are markup."""
    tasks = folder / "tasks"
    tasks.mkdir()
    for i in range(3):
        (tasks / f"{NASTY} {i}_true-unreach-call.c").write_text(NOTHING)
        (tasks / f"error{i}_false-unreach-call.c").write_text(NOTHING)
    right = "right=sh -c 'case \"$0\" in *_true*) echo Result: TRUE;; *) echo Result: FALSE;; esac' {file}"
    result = run("bench", tasks, "-q", "--tool", "yes=echo Result: TRUE {file}", "--tool", right, "-o", folder / "bench-out")
    page = folder / "bench-out" / "index.html"
    check_run("bench", page, result)
    return str(page)


def make_pages(folder):
    pages, made = {"proofs": make_proofs_page(folder), "several": make_several_page(folder), "bench": make_bench_page(folder), "largest": make_largest_page(folder),
                   **make_shared_page(folder)}, {}
    for name, (file, text, options) in PAGES.items():
        key = (COMMANDS.get(name), file, *options)
        if key not in made:
            made[key] = make_page(folder, name, file, text, options)
        pages[name] = made[key]
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
        done = subprocess.run(["node", HERE / "browser.cjs", deps, browser, folder / "pages.json"], timeout=2400)
        kept = os.environ.get("TANDEM_KEEP_PAGES")  # a folder, to look at them
        if kept:
            shutil.copytree(folder, kept, dirs_exist_ok=True)
        sys.exit(done.returncode)


main()
