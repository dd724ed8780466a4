"""Inductive loop transformation: tools that unwind loops prove properties of unbounded loops and find errors behind very many
iterations, and alarms of the transformed program are reported only if the original confirms them."""
import json
import re
import shutil
import subprocess
import unittest

import harness
from harness import CliTest, run

COUNTERS = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned int even = 0, steps = 0;
  while (__VERIFIER_nondet_int()) {
    even += 2;
    for (steps = 0; steps < 100000000; steps++) ;
    if (steps != 100000000) reach_error();
  }
  if (BAD) reach_error();
  return 0;
}
"""
# Arbitrary values before a later iteration would reach the error; no execution does.
NOT_INDUCTIVE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) { if (y == 77) x = 1; y = y + 2; }
  if (x) reach_error();
  return 0;
}
"""
FILLED = """extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
char cells[50000];
int main(void) {
  char wanted = __VERIFIER_nondet_char();
  for (int i = 0; i < 50000; i++) cells[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < 50000; i++) if (cells[i] == wanted) return 0;
  reach_error();
  return 0;
}
"""
PROGRAMS = harness.PROJECT / "test" / "programs" / "verify"


def with_cbmc(file, *more):
    return run("verify", file, "--with", "cbmc", "--reduce", "inductive-loops", "--cpu", "20s", "-q", *more)


class InductiveLoops(CliTest):
    def test_the_text_has_no_loop(self):
        out = self.folder / "open.c"
        self.assert_exit(run("reduce", self.write("a.c", COUNTERS.replace("BAD", "steps > 100000000")), "--inductive-loops", "-o", out), harness.DONE)
        self.assertIsNone(re.search(r"\bwhile\b|\bfor\b", out.read_text()))
        for compiler in filter(shutil.which, ("gcc", "clang-19")):
            compiled = subprocess.run([compiler, "-fsyntax-only", "-w", out], capture_output=True, text=True)
            self.assertEqual(compiled.returncode, 0, compiled.stderr)

    def test_a_program_without_suitable_loops_is_refused(self):
        file = self.write("a.c", "extern void reach_error(void);\nint main(void) { return 0; }\n")
        result = run("reduce", file, "--inductive-loops")
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("no loop can be made inductive", result.stderr)

    @unittest.skipUnless(shutil.which("cbmc"), "cbmc is not installed")
    def test_proofs_by_induction(self):
        file = self.write("a.c", COUNTERS.replace("BAD", "steps > 100000000"))
        out = self.folder / "out.json"
        self.assert_exit(with_cbmc(file, "--json", out), harness.DONE)
        partner = json.loads(out.read_text())["partners"][0]
        self.assertIn("inductive loop transformation", partner["what"])
        self.assert_exit(run("verify", file, "--with", "cbmc", "--cpu", "3s", "-q"), harness.UNDECIDED)

    @unittest.skipUnless(shutil.which("cbmc"), "cbmc is not installed")
    def test_errors_behind_many_iterations(self):
        self.assert_exit(with_cbmc(self.write("a.c", COUNTERS.replace("BAD", "even == 0"))), harness.REACHED)
        # The contents of the cells are arbitrary, except that they differ from the value that is searched for.
        result = with_cbmc(self.write("b.c", FILLED))
        self.assert_exit(result, harness.REACHED)
        self.assertIn("confirmed by running the compiled program", result.stdout)

    @unittest.skipUnless(shutil.which("cbmc"), "cbmc is not installed")
    def test_errors_in_unreachable_iterations_are_not_confirmed(self):
        self.assert_exit(with_cbmc(self.write("a.c", NOT_INDUCTIVE)), harness.UNDECIDED)

    # 50001 inputs are more than a tester tries, but the transformed program does not ask for them in loops.
    @unittest.skipUnless(shutil.which("afl-fuzz"), "AFL++ is not installed")
    def test_testers_get_behind_loops(self):
        file = self.write("a.c", FILLED)
        for model in ("ILP32", "LP64"):
            result = run("verify", file, "--with", "afl", "--reduce", "inductive-loops", "--cpu", "30s", "-q", "--data-model", model)
            self.assert_exit(result, harness.REACHED)

    # With a condition, loops are transformed first, and kept if that decides nothing.
    @unittest.skipUnless(shutil.which("cbmc"), "cbmc is not installed")
    def test_first_of_two_attempts(self):
        file = self.write("a.c", NOT_INDUCTIVE.replace("__VERIFIER_nondet_int()", "y < 8"))
        known = self.folder / "known.gia"
        run("verify", file, "--engine", "value", "--path-length", "4", "--condition-out", known, "-q")
        out = self.folder / "out.json"
        result = run("verify", file, "--with", "cbmc", "--condition", known, "--cpu", "20s", "-q", "--json", out, "--artifacts",
                     self.folder / "kept")
        self.assert_exit(result, harness.DONE)
        partner, = json.loads(out.read_text())["partners"]
        first, second = partner["what"].split("; then: ")
        self.assertIn("does not confirm it", first)
        self.assertIn("proved that no error is reached", second)
        self.assertTrue((self.folder / "kept" / "inductive-loops" / "program.c").exists())
        self.assertTrue((self.folder / "kept" / "program.c").exists())

    @unittest.skipUnless(shutil.which("cbmc"), "cbmc is not installed")
    def test_no_verdict_is_wrong(self):
        decided = 0
        for path in sorted(PROGRAMS.glob("*.c")):
            truth = re.search(r"// truth: unreach-call (true|false)", path.read_text())
            if not truth:
                continue
            result = run("verify", path, "--with", "cbmc", "--reduce", "inductive-loops", "--cpu", "3s", "-q")
            said = {harness.DONE: "true", harness.REACHED: "false"}.get(result.returncode)
            self.assertIn(said, (None, truth[1]), f"inductive loops of {path.name}: {result.stdout}")
            decided += said is not None
        self.assertGreater(decided, 10)


if __name__ == "__main__":
    harness.main()
