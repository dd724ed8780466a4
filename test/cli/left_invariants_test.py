"""Invariants from outside: a tool that has no verdict leaves a correctness witness, and k-induction proves with it what it does not
prove alone; a witness that is wrong is no harm. The witnesses of test/tools are left by a script that pretends to be the tool."""
import json

import harness
from harness import DONE, UNDECIDED, CliTest, main, run

# x is at most 36, a bound that is no constant of the program; without it, y is arbitrary after one iteration.
HELPLESS = """extern unsigned __VERIFIER_nondet_uint(void);
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
LOOP = 5  # its line

DEFINITION = """name: outside
about: has no verdict, but a witness
kind: verifier
program: original
needs: sh
models: {LP64: []}
stubs:
  error: '{declaration} { for (;;) ; }'
commands:
  - run: [sh, -c, 'cp {definitions}/witness.yml out.yml; echo UNDECIDED']
    verdict:
      - {output: '^UNDECIDED', says: UNKNOWN, reason: is undecided}
witness: 'out*.yml'
"""
STRATEGY = """name: helped
about: x
steps:
  - {run: outside.yml, condition: ignore}
  - {run: kinduction, condition: ignore}
"""


class LeftInvariants(CliTest):
    def verify(self, witness):
        self.write("outside.yml", DEFINITION)
        # The tool's text has a line in front of the user's, which renames the error function.
        self.write("witness.yml", witness.replace("LINE", str(LOOP + 1)))
        self.write("helped.yml", STRATEGY.replace("outside.yml", str(self.folder / "outside.yml")))
        self.write("a.c", HELPLESS)
        out = self.folder / "out.json"
        result = run("verify", "a.c", "--strategy", "./helped.yml", "--cpu", "5s", "-q", "--json", out, cwd=self.folder, timeout=600)
        return result, json.loads(out.read_text())

    def test_witnesses_of_three_tools_are_used(self):
        for tool in ("cpachecker", "automizer", "esbmc"):
            with self.subTest(tool):
                result, said = self.verify((harness.PROJECT / "test/tools" / tool / "true.witness.yml").read_text())
                self.assert_exit(result, DONE)
                self.assertEqual(said["learnt-from"], ["outside"])
                self.assertIn("left 1 invariant", said["partners"][0]["what"])

    def test_a_wrong_witness_proves_nothing(self):
        witness = (harness.PROJECT / "test/tools/esbmc/true.witness.yml").read_text().replace("36u", "20u")
        result, said = self.verify(witness)
        self.assert_exit(result, UNDECIDED)

    def test_what_is_no_witness_is_no_harm(self):
        for text in ("", "<graphml", HELPLESS):
            self.assert_exit(self.verify(text)[0], UNDECIDED)


if __name__ == "__main__":
    main()
