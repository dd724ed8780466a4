"""tandem test: decided goals as one automaton, taken over by another run and checked by tandem check."""
import json

from harness import DONE, REACHED, UNDECIDED, CliTest, main, run

PROGRAM = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 5) { if (x > 7) return 9; return 0; }
  if (y == 11 && x == 123456) return 1;
  int z = x < 0 || y == 12;
  return z;
}
"""


class GoalsCondition(CliTest):
    def setUp(self):
        super().setUp()
        self.program, self.gia = self.write("a.c", PROGRAM), self.folder / "known.gia"

    def generate(self, code, *words):
        limit = () if "--cpu" in words else ("--cpu", "20s")
        result = run("test", self.program, "--out", self.folder / "suite", *limit, *words)
        self.assert_exit(result, code)
        self.table = json.loads((self.folder / "suite" / "goals.json").read_text())
        return result.stdout

    def by(self, status):
        return {goal["by"] for goal in self.table["goals"] if goal["status"] == status}

    def test_covered_and_unreachable_in_one_automaton(self):
        text = self.generate(DONE, "--condition-out", self.gia)
        self.assertEqual((self.table["covered"], self.table["unreachable"]), (10, 2))
        self.assertIn("1 goals that are proved unreachable are conditions inside an expression", text)
        self.assertRegex(self.gia.read_text(), r"q0 -> (q\d+) on main@5:20\+\n(.*\n)*.*\1 on main@5:20\+")
        result = run("check", self.program, self.gia)
        self.assert_exit(result, DONE)
        self.assertIn("ut: confirmed: no execution takes one of the 1 edges", result.stdout)
        self.assertIn("0 refuted, 0 not decided", result.stdout)

    def test_a_run_takes_over_what_another_decided(self):
        self.generate(DONE, "--condition-out", self.gia)
        tests = len(self.table["tests"])
        # Without help, random inputs find neither the constant nor a proof.
        self.generate(UNDECIDED, "--condition", self.gia, "--partners", "random", "--cpu", "1s")
        self.assertEqual((self.table["covered"], self.table["unreachable"], self.table["open"]), (10, 1, 1))
        self.assertIn("condition", self.by("covered"))
        self.assertEqual(self.by("unreachable"), {"condition"})
        self.assertLessEqual(len(self.table["tests"]), tests)

    def test_a_wrong_proof_is_refuted(self):
        self.generate(DONE, "--condition-out", self.gia)
        known = self.gia.read_text()
        self.gia.write_text(known.replace("main@5:20+", "main@5:20-"))
        self.assertIn("contradicts itself", run("check", self.program, self.gia).stderr)  # a test goes there
        header = [line for line in known.splitlines() if line.split()[:1] not in (["state"], ["end"]) and "->" not in line]
        self.gia.write_text("\n".join(header) + "\nstate q0 initial\nstate q1 ut\nq0 -> q0 on *\n"
                            "q0 -> q1 on main@5:20-\nend\n")
        result = run("check", self.program, self.gia)
        self.assert_exit(result, REACHED)
        self.assertIn("ut: refuted", result.stdout)
        # Taken over, it is contradicted by the first run that goes there.
        self.assertIn("called unreachable by condition, covered", self.generate(DONE, "--condition", self.gia))
        self.assertEqual((self.table["covered"], self.table["unreachable"]), (10, 2))


if __name__ == "__main__":
    main()
