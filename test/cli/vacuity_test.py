"""A proof that proves nothing must not look like one."""
import json

import harness
from harness import CliTest, run

START = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
"""


class Vacuity(CliTest):
    def verify(self, body, *words):
        path = self.write("program.c", START + body + "\n  return 0;\n}\n")
        result = run("verify", path, "--cpu", "20s", "--json", self.folder / "out.json", *words)
        self.assert_exit(result, harness.DONE)
        return result.stdout, json.loads((self.folder / "out.json").read_text())

    def test_assumptions_that_contradict_each_other(self):
        text, outcome = self.verify("  __VERIFIER_assume(x > 5);\n  __VERIFIER_assume(x < 3);\n  assert(x == 1000);")
        self.assertIn("Vacuous: no execution satisfies the assumption at", text)
        self.assertIn("program.c:7:", text)
        self.assertNotIn("line 7 of", text)  # it is reached, and ends the executions
        self.assertIn("Vacuous: no execution evaluates `x == 1000` at", text)
        self.assertTrue(outcome["vacuous"])

    def test_assertion_that_is_never_evaluated(self):
        text, _ = self.verify("  int y = x & 1;\n  if (y > 1)\n    assert(x == 1000);\n  assert(y <= 1);")
        self.assertIn("Vacuous: no execution evaluates `x == 1000` at", text)
        self.assertNotIn("`y <= 1`", text.replace("assertion `y <= 1`", ""))

    def test_lines(self):
        text, _ = self.verify("  int y = x & 1;\n  if (y > 1) {\n    x = 3;\n    x++;\n  }\n  assert(y <= 1);")
        self.assertIn("lines 8 to 9 of", text)

    def test_checks_that_are_never_evaluated(self):
        text, _ = self.verify("  __VERIFIER_assume(x > 5);\n  __VERIFIER_assume(x < 3);\n  return 7 / x;", "--check", "div")
        self.assertIn("Vacuous: no execution satisfies the assumption at", text)
        text, _ = self.verify("  if (x != 0) return 7 / x;", "--check", "div")
        self.assertNotIn("Vacuous", text)

    def test_proofs_that_prove_something(self):
        for body in ("  assert((x & 1) < 2);", "  __VERIFIER_assume(x > 5);\n  assert(x > 4);",
                     "  int i = 0;\n  while (i < 3) i++;\n  assert(i == 3);",
                     "  unsigned n = (unsigned)x, i = 0;\n  while (i < n) i++;\n  assert(i >= n);"):
            with self.subTest(body=body):
                text, outcome = self.verify(body)
                self.assertNotIn("Vacuous", text)
                self.assertNotIn("vacuous", outcome)

    def test_a_loop_that_is_not_unwound_keeps_it_silent(self):
        text, _ = self.verify("  unsigned i = 0;\n  while (i < 100000u) i++;\n  assert(i == 100000u);")
        self.assertNotIn("Vacuous", text)


if __name__ == "__main__":
    harness.main()
