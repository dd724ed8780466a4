"""Errors in programs of several files: a static reach_error beside an external one, in both orders of the files."""
import json
import unittest

import harness
from harness import DONE, REACHED, CliTest, run

FILES = harness.PROJECT / "test" / "programs" / "files"
REACHABLE = (
    [FILES / "static_error_false.c", FILES / "parts" / "error_external.c"],
    [FILES / "static_error_last_false.c", FILES / "parts" / "error_static_false.c"],
)
UNREACHABLE = (
    [FILES / "static_error_true.c", FILES / "parts" / "error_external.c"],
    [FILES / "static_error_last_true.c", FILES / "parts" / "error_static_true.c"],
)

# The error is called if an iteration below 1000 reaches BOUND.
LOOP = """
static void reach_error(void) {}
int main(void) {
  unsigned i = 0;
  while (i < 1000) {
    i++;
    if (i >= BOUND) reach_error();
  }
  return 0;
}
"""


class StaticErrorFunction(CliTest):
    """What the regression programs' headers cannot say; the single engines are checked there."""

    def assert_verdicts(self, *words):
        for cases, code in ((REACHABLE, REACHED), (UNREACHABLE, DONE)):
            for files in cases:
                self.assert_exit(run(*words, *files), code)

    def test_the_default_strategy(self):
        self.assert_verdicts("verify", "--cpu", "60s")

    def test_gambling(self):
        self.assert_verdicts("gamble")

    def test_verification_conditions(self):
        self.assert_verdicts("vc", "--method", "sp", "--unwind", "2")

    def test_the_interpreter_stops_there(self):
        for files in REACHABLE:
            self.assertEqual(json.loads(run("run", "--json", "--inputs=3", *files).stdout)["end"], "error call")
            self.assertEqual(json.loads(run("run", "--json", "--inputs=4", *files).stdout)["end"], "returned")

    def test_the_compiled_program_confirms_it(self):
        for files in REACHABLE:
            result = run("verify", "--engine", "bmc", *files)
            if "sandbox" in result.stdout + result.stderr:
                raise unittest.SkipTest("no sandbox to run compiled programs in")
            self.assertIn("compiled", result.stdout, result.stdout + result.stderr)

    def test_a_slice_keeps_it(self):
        for cases, code in ((REACHABLE, REACHED), (UNREACHABLE, DONE)):
            for files in cases:
                out = self.folder / "residual.c"
                self.assert_exit(run("reduce", *files, "--slice", "-o", out), DONE)
                self.assert_exit(run("verify", "--engine", "kinduction", out), code)

    def test_inductive_loops_keep_it(self):
        other = self.write("other.c", "void reach_error(void) {}\n")
        for bound, code in (("1", REACHED), ("1001", DONE)):
            program = self.write("main.c", LOOP.replace("BOUND", bound))
            for files in ([program, other], [other, program]):
                out = self.folder / "inductive.c"
                self.assert_exit(run("reduce", *files, "--inductive-loops", "-o", out), DONE)
                self.assert_exit(run("verify", "--engine", "kinduction", out), code)


if __name__ == "__main__":
    harness.main()
