"""Slices: code that is irrelevant to the errors is removed, and verdicts about the rest hold for the program."""
import re
import shutil
import subprocess

import harness
from harness import CliTest, run

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);
struct pair { int left, right; };
static int log_count;
static struct pair state = {1, 2};
static void log_it(int what) { log_count = log_count + what; }
static int busy(int steps) {
  int sum = 0;
  for (int i = 0; i < steps; i++) sum += i * __VERIFIER_nondet_int();
  return sum;
}
int main(void) {
  struct pair *copy = malloc(sizeof(struct pair));
  int unused = busy(__VERIFIER_nondet_int());
  log_it(unused);
  *copy = state;
  int key = __VERIFIER_nondet_int();
  copy->right = key;
  log_it(key);
  if (copy->right + copy->left == LIMIT) reach_error();
  return unused;
}
"""
PROGRAMS = harness.PROJECT / "test" / "programs" / "verify"
ENGINES = ("kinduction", "predicate")


class Slice(CliTest):
    def setUp(self):
        super().setUp()
        self.unsafe = self.write("unsafe.c", PROGRAM.replace("LIMIT", "43"))
        self.safe = self.write("safe.c", PROGRAM.replace("LIMIT", "key + 2"))

    def test_what_matters_is_kept(self):
        out = self.folder / "slice.c"
        self.assert_exit(run("reduce", self.unsafe, "--slice", "-o", out), harness.DONE)
        text = out.read_text()
        for word in ("busy", "log_it", "log_count", "unused"):
            self.assertNotIn(word, text)
        self.assertIn("->right", text)
        self.assertEqual(text.count("= __VERIFIER_nondet_int()"), 1)
        for compiler in filter(shutil.which, ("gcc", "clang-19")):
            compiled = subprocess.run([compiler, "-fsyntax-only", "-w", out], capture_output=True, text=True)
            self.assertEqual(compiled.returncode, 0, compiled.stderr)

    # The slice asks for one input, which is not the first one of the program.
    def test_alarms_are_the_programs(self):
        ways = [("--engine", "bmc"), ("--engine", "predicate")]
        if shutil.which("cbmc"):
            ways.append(("--with", "cbmc"))
        for way in ways:
            result = run("verify", self.unsafe, *way, "--reduce", "slice", "--cpu", "30s")
            self.assert_exit(result, harness.REACHED)
            self.assertIn("confirmed by running the compiled program", result.stdout, way)

    def test_proofs_are_the_programs(self):
        self.assert_exit(run("verify", self.safe, "--engine", "bmc", "--cpu", "2s"), harness.UNDECIDED)
        self.assert_exit(run("verify", self.safe, "--engine", "bmc", "--reduce", "slice", "--cpu", "30s"), harness.DONE)

    def test_something_must_be_requested(self):
        result = run("reduce", self.unsafe)
        self.assert_exit(result, harness.WRONG_USAGE)
        self.assertIn("--slice", result.stderr)

    def test_no_verdict_on_a_slice_is_wrong(self):
        decided = 0
        for path in sorted(PROGRAMS.glob("*.c")):
            truth = re.search(r"// truth: unreach-call (true|false)", path.read_text())
            for engine in ENGINES if truth else ():
                result = run("verify", path, "--engine", engine, "--reduce", "slice", "--cpu", "2s", "-q")
                said = {harness.DONE: "true", harness.REACHED: "false"}.get(result.returncode)
                self.assertIn(said, (None, truth[1]), f"{engine} on a slice of {path.name}: {result.stdout}")
                decided += said is not None
        self.assertGreater(decided, 70)


if __name__ == "__main__":
    harness.main()
