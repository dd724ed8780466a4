"""tandem verify with conditions: what a run has verified outlives it, and the next one starts from there."""
import os
import signal
import subprocess
import time

import harness
from harness import CliTest, run

PROGRAM = harness.PROJECT / "test" / "programs" / "verify" / "condition_loop_true.c"
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
        text = self.verify(PROGRAM, "--engine", "value", "--loop-rounds", "320", "--condition-out", first,
                           code=harness.UNDECIDED)
        self.assertIn("Open: 1 of 2 error calls: reach_error() in main", text)
        self.assertRegex(text, r"Settled: \d+ % of the source lines, \d+ % of \d+ nodes")
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
                              (("--loop-rounds", "4"), "loops with more than 4 rounds"),
                              (("--branches", "6"), "paths with more than 6 branches"),
                              (("--edge-repetitions", "3"), "edges taken more than 3 times")):
            text = self.verify(program, "--engine", "value", *words, code=harness.UNDECIDED)
            self.assertIn(f"Result: UNKNOWN ({reason})", text)

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
        # The program itself, so that a signal reaches it and nobody else.
        return subprocess.Popen([harness.TANDEM, "verify", "-q", program, "--engine", "value", "--condition-out",
                                 condition], stdout=subprocess.PIPE, text=True)

    def test_interrupts_end_in_order(self):
        program = self.write("endless.c", ENDLESS)
        for number in (signal.SIGINT, signal.SIGTERM):
            condition = self.folder / f"interrupted{number}.gia"
            process = self.start(program, condition)
            while not condition.exists():
                time.sleep(0.05)
            time.sleep(0.5)
            process.send_signal(number)
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
        # It is well-formed, and something to go on from.
        self.verify(program, "--engine", "value", "--condition", condition, "--path-length", "50",
                    code=harness.UNDECIDED)


if __name__ == "__main__":
    harness.main()
