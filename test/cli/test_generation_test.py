"""tandem test: goals, suites on disk, proofs of the rest."""
import json
import signal
import subprocess
import time

import harness
from harness import BAD_INPUT, DONE, REACHED, UNDECIDED, CliTest, main, run

NONDET = "extern int __VERIFIER_nondet_int(void);\n"
# "Exchanging Information in Cooperative Software Validation", Figures 2 and 18.
FIGURE_2 = NONDET + """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 5) { return 0; }
  else { x++; if (x == 5) { return 1; } else { return 2; } }
}
"""
FIGURE_18 = NONDET + """int main(void) {
  int y = 0;
  int x = __VERIFIER_nondet_int();
  if (x < 5) { x--; if (x == 0) { return 1; } return 0; }
  else { x++; if (x == 5) { return 0; } else { x++; if (x == 9) { return 3; } else { return 5; } return 0; } }
}
"""
# Every kind of condition: gcc 12 counts 52 branches at -O0.
CONDITIONS = NONDET + """int f(int a, int b) { return a && b; }
int g(int a) { return a > 3; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 5 && y < 3) x++;
  if (x || y) y = !x;
  while (1) { if (x++ > 10) break; }
  for (int i = 0; i < 3; i++) y += i;
  do { y--; } while (y > 100);
  switch (x & 7) { case 1: y = 1; case 2: case 3: y = 2; break; case 5: y = 3; break; }
  switch (y & 3) { case 0: return 0; default: y = 1; }
  int z = x > 3 ? y : 2;
  z = (x > 3) + (y == 2);
  if (x >= 1 && x <= 9) z = 2;
  if (x == 1 || x == 2) z = 3;
  if (0) z = 9;
  if (!(x < 2)) z = 1;
  if ((x & 1) && (y & 1)) z = 5;
  int t = !!(x && y);
  _Bool q = x && y;
  if (x == 1 ? y : z) z = 3;
  return f(x, y) + g(z) + t + q;
}
"""


class Generation(CliTest):
    def test_several_generations_make_one_suite(self):
        line = self.generate(FIGURE_18, DONE, "--jobs", "2")
        self.assertIn("7 of 8", line)
        self.assertIn("1 proved unreachable, 0 open", line)
        self.assertFalse((self.folder / "suite.jobs").exists())
        self.assert_exit(run("coverage", self.folder / "a.c", "--suite", self.suite), DONE)

    def test_the_page_has_goals_tests_and_shaded_lines(self):
        page = self.folder / "page.html"
        self.generate(FIGURE_2, DONE, "--report", page)
        text = page.read_text()
        self.assertIn("proved unreachable", text)
        self.assertIn('"text":"test-', text)
        self.assertRegex(text, r'"hits":\{"3":2')
        self.assertRegex(text, r'"lines":"[ cpux]*c')
        self.assertIn("tandem test", text)

    def generate(self, text, code=DONE, *words, name="a.c"):
        program = self.write(name, text)
        self.suite = self.folder / "suite"
        limit = () if "--cpu" in words else ("--cpu", "20s")
        result = run("test", program, "--out", self.suite, *limit, *words)
        self.assert_exit(result, code)
        self.table = json.loads((self.suite / "goals.json").read_text())
        return result.stdout.splitlines()[-1]

    def suite_files(self):
        return sorted(self.suite.glob("test-*.xml"))

    def statuses(self):
        return {(goal["line"], goal["text"]): goal["status"] for goal in self.table["goals"]}

    def test_figure_2(self):
        last = self.generate(FIGURE_2)
        self.assertEqual(last, "Coverage: 75.0 % (3 of 4 branches, 1 proved unreachable, 0 open)")
        self.assertEqual(len(self.suite_files()), 2)
        self.assertEqual(self.statuses()[(5, "x == 5 in main")], "unreachable")
        self.assertIn("FQL(COVER EDGES(@DECISIONEDGE))", (self.suite / "metadata.xml").read_text())

    def test_figure_18(self):
        last = self.generate(FIGURE_18)
        self.assertEqual(last, "Coverage: 87.5 % (7 of 8 branches, 1 proved unreachable, 0 open)")
        self.assertLessEqual(len(self.suite_files()), 4)

    def test_strategies(self):
        last = self.generate(FIGURE_18, DONE, "--strategy", "cotest")
        self.assertEqual(last, "Coverage: 87.5 % (7 of 8 branches, 1 proved unreachable, 0 open)")
        strategy = self.write("mine.yml", "name: mine\nabout: x\nsteps:\n  - {run: random, share: 10%}\n  - {run: bmc}\n")
        self.generate(FIGURE_18, DONE, "--strategy", strategy)
        strategy = self.write("mine.yml", "name: mine\nabout: x\nsteps:\n  - {run: no-such-partner}\n")
        self.assert_exit(run("test", self.folder / "a.c", "--out", self.suite, "--strategy", strategy), BAD_INPUT)

    def test_a_suite_is_a_minimum(self):
        # One run covers both branches that two runs found; only a larger one makes one test of them.
        self.generate(NONDET + """int main(void) {
          int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
          if (a == 11) a++; if (b == 22) b++; if (c == 33) c++;
          return 0;
        }""", DONE)
        self.assertEqual(len(self.suite_files()), 2)

    def test_a_program_that_never_ends(self):
        self.generate(NONDET + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3) x = 3; for (;;) ; }")
        self.assertEqual(self.table["covered"], 2)

    def test_what_a_crash_would_take_along_is_a_test_of_its_own(self):
        self.generate(NONDET + """int main(void) {
          int *p = 0, y = 0, x = __VERIFIER_nondet_int();
          if (x > 5) y++; else y--;
          int z = __VERIFIER_nondet_int();
          if (z > 3) y += 2; else y += 3;
          *p = y;
          return 0;
        }""")
        ends = {test["name"]: test["end"] for test in self.table["tests"]}
        crashes = {goal["text"] for goal in self.table["goals"] if ends[goal["test"]] == "fault"}
        self.assertEqual(crashes, {"z > 3 in main", "!(z > 3) in main"})
        self.assertEqual(len(ends), 4)

    def test_recursion_deeper_than_the_stack_of_the_main_thread(self):
        self.generate(NONDET + """int odd(int n);
        int even(int n) { if (n == 0) return 1; if (n == 1) return 0; return odd(n - 1); }
        int odd(int n) { if (n == 0) return 0; if (n == 1) return 1; return even(n - 1); }
        int main(void) {
          int n = __VERIFIER_nondet_int();
          if (n < 0) return 0;
          return even(n) + even(20000) ? 2 : 3;
        }""", UNDECIDED, "--cpu", "6s", "--partners", "concolic,bmc")
        self.assertGreaterEqual(self.table["covered"], 7)

    def test_memory(self):
        program = self.write("a.c", FIGURE_2)
        result = run("test", program, "--memory", "1MB", "--out", self.folder / "suite")
        self.assert_exit(result, UNDECIDED)
        self.assertIn("the memory is used up", result.stdout)

    def test_what_comes_behind_many_inputs(self):
        self.generate(NONDET + """int a[100000];
        int main(void) {
          for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
          if (a[99999] - 3 * a[5] == 123456789) a[0] = 1;
          return 0;
        }""", UNDECIDED, "--partners", "random", "--cpu", "2s")
        self.assertEqual(self.table["covered"], 3)

    def test_conditions_are_counted_as_gcov_counts_them(self):
        self.assertIn("of 52 branches", self.generate(CONDITIONS))
        self.assertIn("4 branches", self.generate(FIGURE_2, DONE, "--goals", "conditions"))

    def test_a_loop_needs_more_than_unwinding(self):
        self.generate(NONDET + """int main(void) {
          unsigned i = 0, n = __VERIFIER_nondet_int();
          while (i < n) { i++; if (i == 0) return 7; }
          if (i < n) return 8;
          return 0;
        }""")
        self.assertEqual(self.table["unreachable"], 2)
        self.assertEqual({goal["by"] for goal in self.table["goals"] if goal["status"] == "unreachable"}, {"kinduction"})

    def test_a_value_that_no_guess_hits(self):
        self.generate(NONDET + """int main(void) {
          int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
          if (a * 3 + 7 == b && (b ^ 0x1234) == 0x5678abcd) return 1;
          return 0;
        }""")
        self.assertEqual(self.table["covered"], 4)

    def test_switch_labels_that_stand_together_are_one_goal(self):
        self.generate(NONDET + """int main(void) {
          switch (__VERIFIER_nondet_int()) {
          case 1: case 2: return 1;
          case 3: default: return 2;
          case 4 ... 9: return 3;
          }
        }""")
        self.assertEqual(self.table["covered"], 3)

    def test_runs_that_end_early_are_tests(self):
        self.generate(NONDET + """extern void abort(void); extern void __VERIFIER_assume(int);
        int main(void) {
          for (;;) {
            int x = __VERIFIER_nondet_int();
            if (x == 1) abort();
            if (x == 2) __VERIFIER_assume(0);
            if (x == 3) { if (__VERIFIER_nondet_int()) return 1; }
          }
        }""", DONE)
        self.assertEqual(self.table["covered"], 8)

    def test_the_rest_stays_open_with_a_reason(self):
        # Whether some power of 3 modulo 2^32 is this number is no question for 3 seconds.
        self.generate(NONDET + """int main(void) {
          unsigned x = 1, n = __VERIFIER_nondet_int();
          for (unsigned i = 0; i < n; i++) x *= 3;
          if (x == 0x9e3779b1u) return 1;
          return 0;
        }""", UNDECIDED, "--cpu", "2s")
        open_goals = [goal for goal in self.table["goals"] if goal["status"] == "open"]
        self.assertEqual(len(open_goals), 1)
        self.assertTrue(open_goals[0]["reason"])

    def test_what_is_not_understood_is_no_end(self):
        # A run goes on behind fork: neither is what follows unreachable, nor is everything decided.
        last = self.generate(NONDET + """extern int fork(void);
        static int g(int x) { if (x == 5) fork(); return x; }
        int main(void) { int y = g(__VERIFIER_nondet_int()); if (y == 5) return 1; return 0; }""", UNDECIDED, "--cpu", "2s")
        self.assertIn("3 of 4 branches, 0 proved unreachable, 1 open", last)
        self.generate(NONDET + """extern int fork(void);
        int main(void) { fork(); return __VERIFIER_nondet_int() ? 1 : 2; }""", UNDECIDED, "--cpu", "2s")

    def test_a_goal_behind_one_that_is_hard_to_reach_is_not_proved(self):
        # n == 1000003 reaches both, which no partner guesses; verifiers see paths that end at the first of them.
        self.generate(NONDET + """int main(void) {
          unsigned x = 1, n = __VERIFIER_nondet_int(); int flag = 0;
          for (unsigned i = 0; i < n; i++) x *= 3;
          if (x == 1223452443u) flag = 1;
          if (flag) return 1;
          return 0;
        }""", UNDECIDED, "--cpu", "4s", "--partners", "random,proofs")
        self.assertEqual(self.table["unreachable"], 0)

    def test_error_mode(self):
        self.generate(NONDET + """extern void reach_error(void);
        int main(void) { if (__VERIFIER_nondet_int() == 4711) reach_error(); return 0; }""", REACHED,
                      "--goals", "error")
        self.assertIn('coversError="true"', self.suite_files()[0].read_text())
        self.assertIn(">4711<", self.suite_files()[0].read_text())

    def test_lines(self):
        self.generate(FIGURE_18, DONE, "--goals", "a.c:5")
        self.assertEqual((self.table["covered"], len(self.suite_files())), (1, 1))
        program = self.write("a.c", FIGURE_2)
        result = run("test", program, "--out", self.folder / "s", "--goals", "a.c:77")
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("no statement that begins at a.c:77", result.stderr)
        self.assert_exit(run("test", program, "--goals", "everything"), BAD_INPUT)

    def test_lines_without_code(self):
        program = self.write("a.c", "int main(void) {\n  int x = 1;\n\n  return x - 1;\n}\n")
        for place, told in (("a.c:3", "the nearest lines with code are 2 and 4"), ("a.c:9", "line with code is 4"),
                            ("b.c:3", "no code in such a file")):
            result = run("test", program, "--goals", place, "--out", self.folder / "suite")
            self.assert_exit(result, BAD_INPUT)
            self.assertIn(told, result.stderr)

    def test_functions_and_statements(self):
        self.generate(CONDITIONS, DONE, "--goals", "functions")
        self.assertEqual((self.table["covered"], self.table["open"]), (3, 0))
        self.generate(CONDITIONS, DONE, "--goals", "statements")
        self.assertEqual(self.table["open"], 0)

    def test_a_folder_with_other_files_is_not_overwritten(self):
        program = self.write("a.c", FIGURE_2)
        self.write("other/notes.xml", "<notes/>")
        self.assert_exit(run("test", program, "--out", self.folder / "other"), BAD_INPUT)
        self.assertTrue((self.folder / "other" / "notes.xml").exists())
        self.generate(FIGURE_2)
        self.generate(FIGURE_2)  # an earlier suite of ours is replaced

    def test_a_killed_run_leaves_suite_and_table(self):
        program = self.write("a.c", CONDITIONS + "\n".join(
            f"int h{i}(int x) {{ return x == {i} * 7919 ? 2 : 0; }}" for i in range(300)))
        suite = self.folder / "suite"
        process = subprocess.Popen([harness.TANDEM, "test", program, "--out", suite, "--cpu", "60s", "--partners",
                                    "random", "-q"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.time() + 30
        while time.time() < deadline and not list(suite.glob("test-*.xml")):
            time.sleep(0.05)
        time.sleep(0.7)
        process.send_signal(signal.SIGKILL)
        process.wait()
        table = json.loads((suite / "goals.json").read_text())
        self.assertGreater(table["covered"], 0)
        for goal in table["goals"]:
            if goal["status"] == "covered":
                self.assertTrue((suite / (goal["test"] + ".xml")).exists(), goal)

    def test_same_seed_same_suite(self):
        self.generate(CONDITIONS, DONE, "--seed", "5")
        first = {path.name: path.read_text() for path in self.suite_files()}
        self.generate(CONDITIONS, DONE, "--seed", "5")
        # The schedule depends on time, so only the count is stable in general.
        self.assertEqual(len(first), len(self.suite_files()))


if __name__ == "__main__":
    main()
