"""tandem verify with conditions: what a run has verified is kept, and the next run starts from there."""
import os
import signal
import subprocess
import time

import harness
from harness import CliTest, run

PROGRAM = harness.PROJECT / "test" / "programs" / "verify" / "condition_loop_true.c"
COUNTING = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < 30; i++)
    s += n * i + s;
  if (s == 7 && n % 3 == 1) reach_error();
  return 0;
}
"""
ENDLESS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3) return 0;
  for (int i = 0;; i++)
    if (i == -1) reach_error();
}
"""


class Condition(CliTest):
    def verify(self, *words, code):
        result = run("verify", "-q", *words)
        self.assert_exit(result, code)
        return result.stdout

    def test_the_next_one_starts_where_the_first_one_stopped(self):
        first = self.folder / "first.gia"
        text = self.verify(PROGRAM, "--engine", "value", "--loop-iterations", "320", "--condition-out", first,
                           code=harness.UNDECIDED)
        self.assertIn("leaves open: 1 of 2 targets: reach_error() in main", text)
        self.assertRegex(text, r"Verified: \d+ % of the source lines, \d+ % of \d+ nodes")
        self.assertIn(" ut", first.read_text())
        second = self.folder / "second.gia"
        text = self.verify(PROGRAM, "--engine", "kinduction", "--condition", first, "--condition-out", second,
                           code=harness.DONE)
        self.assertIn("Assumed: what the given condition calls verified", text)
        self.assertIn("state q0 initial ut", second.read_text())

    def test_several_conditions(self):
        program = self.write("two.c", """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), i = 0;
  if (x) {
    while (i != x) i++;
    if (i != x) reach_error();
  }
  return 0;
}
""")
        start = ["main@5:3", "main@5:11", "main@5:3#2", "main@5:36"]
        header = self.automaton(program).split("state", 1)[0]
        halves = []
        for sign in "+-":
            half = self.folder / f"half{sign}.gia"
            lines = ["state a initial", "state done ut", f"a -> a on {' '.join(start)}", f"a -> done on main@6:7{sign}",
                     "end"]
            half.write_text(header + "\n".join(lines) + "\n")
            halves += ["--condition", half]
        self.verify(program, "--engine", "value", "--path-length", "50", *halves, code=harness.DONE)
        self.verify(program, "--engine", "value", "--path-length", "50", *halves[2:], code=harness.UNDECIDED)

    def automaton(self, program):
        out = self.folder / "any.gia"
        run("verify", "-q", program, "--engine", "value", "--path-length", "1", "--condition-out", out)
        return out.read_text()

    def test_a_limit_leaves_the_rest_open(self):
        program = self.write("endless.c", ENDLESS)
        for words, reason in ((("--path-length", "30"), "paths longer than 30 edges"),
                              (("--loop-iterations", "4"), "loops with more than 4 iterations"),
                              (("--branches", "6"), "paths with more than 6 branches"),
                              (("--edge-repetitions", "3"), "edges taken more than 3 times")):
            text = self.verify(program, "--engine", "value", *words, code=harness.UNDECIDED)
            self.assertIn(f"Result: UNKNOWN ({reason})", text)

    def test_bounded_engines_stop_at_the_iterations_and_refuse_other_limits(self):
        program = self.write("count.c", COUNTING)
        text = self.verify(program, "--engine", "bmc", "--loop-iterations", "5", code=harness.UNDECIDED)
        self.assertIn("bound 5 reached, which loops and recursion exceed at", text)
        self.assertIn("count.c:5", text)
        for engine in ("bmc", "kinduction"):
            result = run("verify", "-q", program, "--engine", engine, "--path-length", "5", "--branches", "3")
            self.assert_exit(result, harness.BAD_INPUT)
            self.assertIn(f"{engine} does not keep to --path-length, --branches", result.stderr)

    def test_another_program_is_refused(self):
        condition = self.folder / "c.gia"
        program = self.write("endless.c", ENDLESS)
        self.verify(program, "--engine", "value", "--path-length", "9", "--condition-out", condition,
                    code=harness.UNDECIDED)
        other = self.write("other.c", ENDLESS.replace("-1", "-2"))
        result = run("verify", "-q", other, "--engine", "value", "--condition", condition)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("c.gia", result.stderr)

    def start(self, program, condition):
        # The program itself, so that a signal reaches no other process.
        return subprocess.Popen([harness.TANDEM, "verify", "-q", program, "--engine", "value", "--condition-out",
                                 condition], stdout=subprocess.PIPE, text=True)

    def test_interrupts_end_cleanly(self):
        program = self.write("endless.c", ENDLESS)
        for number in (signal.SIGINT, signal.SIGTERM):
            condition = self.folder / f"interrupted{number}.gia"
            process = self.start(program, condition)
            while not condition.exists():
                time.sleep(0.05)
            time.sleep(0.5)
            process.send_signal(number)
            time.sleep(0.01)
            process.send_signal(number)  # as timeout(1) does: to the program, and to its group
            text, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            self.assertEqual(text.splitlines()[-1], "Result: UNKNOWN (interrupted)")
            self.assertTrue(condition.read_text().endswith("end\n"))

    def test_a_killed_run_leaves_its_condition(self):
        program = self.write("endless.c", ENDLESS)
        condition = self.folder / "killed.gia"
        process = self.start(program, condition)
        while not condition.exists() or " ut\n" not in condition.read_text():
            time.sleep(0.1)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
        self.assertTrue(condition.read_text().endswith("end\n"))
        # It is well-formed, and a run can continue from it.
        self.verify(program, "--engine", "value", "--condition", condition, "--path-length", "50",
                    code=harness.UNDECIDED)

    PARTS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void check(int good) {
  if (!good)
    reach_error();
}
int broken(int x) {
  check(x != 5);
  return x;
}
int main(void) {
  int x = broken(__VERIFIER_nondet_int());
  if (x < 3) check(x < 10);
  return 0;
}
"""

    def test_a_part_is_verified_and_the_result_says_so(self):
        program = self.write("parts.c", self.PARTS)
        for words in ((), ("--engine", "kinduction"), ("--engine", "predicate"), ("--engine", "interval"),
                      ("--strategy", "value-then-predicate")):
            text = self.verify(program, *words, "--skip", "broken", code=harness.DONE)
            self.assertEqual(text.splitlines()[-1], "Result: TRUE (apart from function 'broken')")
            self.assertIn("Assumed: nothing goes wrong in what was left out: function 'broken'", text)
            self.verify(program, *words, "--only", "14", code=harness.DONE)
        for words in ((), ("--engine", "kinduction"), ("--engine", "predicate"), ("--engine", "value")):
            self.verify(program, *words, "--only", "broken", code=harness.REACHED)
            self.verify(program, *words, "--skip", "14-15", code=harness.REACHED)
            self.verify(program, *words, code=harness.REACHED)

    def test_what_a_part_leaves_is_not_a_condition_of_the_whole(self):
        program = self.write("parts.c", self.PARTS)
        condition = self.folder / "part.gia"
        self.verify(program, "--engine", "interval", "--skip", "broken", "--condition-out", condition, code=harness.DONE)
        result = run("verify", "-q", program, "--engine", "value", "--condition", condition)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("apart from function 'broken'", result.stderr)
        self.verify(program, "--engine", "value", "--skip", "broken", "--condition", condition, code=harness.DONE)
        whole = self.folder / "whole.gia"
        self.verify(program, "--engine", "value", "--path-length", "3", "--condition-out", whole, code=harness.UNDECIDED)
        self.verify(program, "--engine", "kinduction", "--skip", "broken", "--condition", whole, code=harness.DONE)

    def test_parts_that_are_not_there(self):
        program = self.write("parts.c", self.PARTS)
        for part in ("absent", "9-3", "other.c:3"):
            result = run("verify", "-q", program, "--skip", part)
            self.assert_exit(result, harness.BAD_INPUT)
            self.assertIn(part.split(":")[0], result.stderr)

    def together(self, name, iterations):
        """Two analyses alone, one after the other, and with the condition passed."""
        program = harness.PROJECT / "test" / "programs" / "verify" / name
        value = ("--loop-iterations", iterations)
        alone = self.folder / "alone.gia"
        text = self.verify(program, "--engine", "value", *value, "--condition-out", alone, code=harness.UNDECIDED)
        self.assertIn("leaves open: 1 of 2 targets", text)
        self.assertIn(" ut", alone.read_text())
        text = self.verify(program, "--engine", "predicate", "--cpu", "3s", "--condition-out", alone,
                           code=harness.UNDECIDED)
        self.assertIn("leaves open: 1 of 2 targets", text)
        self.assertIn(" ut", alone.read_text())
        text = self.verify(program, "--strategy", "value-then-predicate", *value, "--cpu", "30s", code=harness.DONE)
        self.assertIn("the rest was verified by value", text)
        self.verify(program, "--strategy", "sequence", "--with", "value,predicate", *value, "--cpu", "6s",
                    code=harness.UNDECIDED)

    def test_a_hopeless_loop_in_one_branch(self):
        self.together("cmc_hopeless_loop_true.c", 3000)

    def test_products_in_one_branch_and_a_long_loop_in_the_other(self):
        self.together("cmc_nonlinear_true.c", 1000)


if __name__ == "__main__":
    harness.main()
