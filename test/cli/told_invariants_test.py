"""A tool that is told invariants by its partners has them as assumptions, and the outcome names who told them."""
import json
import pathlib
import shutil
import unittest

from harness import DONE, UNDECIDED, CliTest, main, run

# CBMC proves this after the inductive loop transformation if it knows that x is at most 36.
PROGRAM = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_uint()) {
    if (__VERIFIER_nondet_uint()) x = __VERIFIER_nondet_uint() % 7 * 6;
    if (__VERIFIER_nondet_uint()) y = x + 5;
    if (y > 50) reach_error();
  }
  return 0;
}
"""
STRATEGY = """name: told
about: x
steps:
  - {run: interval-invariants, condition: ignore, wall: 20s}
  - {run: cbmc, condition: ignore, reduce: inductive-loops}
"""


@unittest.skipUnless(shutil.which("cbmc") or (pathlib.Path.home() / ".cache/tandem/bin/cbmc").exists(), "CBMC is not installed")
class ToldInvariants(CliTest):
    def verify(self, program, *more):
        self.write("told.yml", STRATEGY)
        self.write("a.c", program)
        out = self.folder / "out.json"
        result = run("verify", "a.c", "--strategy", "./told.yml", "--cpu", "10s", "-q", "--json", out, *more,
                     cwd=self.folder, timeout=600)
        return result, json.loads(out.read_text())

    def test_what_is_told_is_proved_again_and_assumed(self):
        result, said = self.verify(PROGRAM)
        self.assert_exit(result, DONE)
        self.assertEqual(said["learnt-from"], ["interval-invariants"])
        self.assertNotIn("trusts", said)

    def test_without_exchange_there_is_no_proof(self):
        self.assert_exit(self.verify(PROGRAM, "--no-exchange")[0], UNDECIDED)

    def test_an_error_stays_one(self):
        result, _ = self.verify(PROGRAM.replace("y > 50", "y > 40"))
        self.assertNotEqual(result.returncode, DONE)


if __name__ == "__main__":
    main()
