"""tandem vc: methods, theories, files, refusals, broken solvers, the study."""
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest
import xml.dom.minidom

import harness
from harness import CliTest, run

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int c) { if (!c) reach_error(); }
"""
# The paper's running example.
FIBONACCI = HEAD + """int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0);
  int pp = 0, p = 1, i = 2, r;
  if (n == 0) r = pp; else r = p;
  while (i <= n) {
    check(pp <= p);
    r = p + pp;
    pp = p;
    p = r;
    i = i + 1;
  }
  return r;
}
"""
# An assume after the assert: excludes the failure in the methods with a global context only.
LATE_ASSUME = HEAD + """int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x > 0);
  __VERIFIER_assume(x > 0);
  return 0;
}
"""
TWO_ASSERTS = HEAD + """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5)
    check(x > 4);
  check(x != 3);
  return 0;
}
"""
METHODS = ["se", "sp", "cnf", "pcnf", "scnf", "pscnf"]
PARTIAL = ["se", "sp", "pcnf", "pscnf"]


class Vc(CliTest):
    def measured(self, text, *words, code=harness.DONE):
        program = self.write("program.c", text)
        result = run("vc", program, *words, "--json", self.folder / "out.json")
        self.assert_exit(result, code)
        return json.loads((self.folder / "out.json").read_text())

    def verdicts(self, outcome):
        """method (with +lemmas) -> {line of the call: verdict}"""
        table = {}
        for row in outcome["measurements"]:
            name = row["method"] + ("+lemmas" if row["lemmas"] else "")
            table[name] = {int(re.search(r"(\d+)$", a["place"])[1]): a["verdict"] for a in row["assertions"]}
        return table

    def test_all_methods_prove_the_running_example(self):
        for theory in ("bv", "int"):
            outcome = self.measured(FIBONACCI, "--method", "all", "--lemmas", "--unwind", "4", "--theory", theory)
            table = self.verdicts(outcome)
            self.assertEqual(set(table), set(METHODS) | {m + "+lemmas" for m in PARTIAL})
            for name, verdicts in table.items():
                self.assertEqual(verdicts, {11: "holds"}, name)
            conditions = {row["method"]: row["conditions"] for row in outcome["measurements"] if not row["lemmas"]}
            # Two paths lead to each of the asserts, one for each iteration.
            self.assertEqual(conditions, {"se": 8, "sp": 4, "cnf": 1, "pcnf": 4, "scnf": 1, "pscnf": 4})

    def test_text_has_a_row_for_each_method_and_a_line_for_each_assertion(self):
        program = self.write("program.c", TWO_ASSERTS)
        result = run("vc", program, "--method", "sp,cnf")
        self.assert_exit(result, harness.REACHED)
        self.assertRegex(result.stdout, r"(?m)^sp +2 +\d+ +\d+ +[\d.]+ +[\d.]+  1 holds, 1 fails$")
        self.assertIn(f"{program}:4 called from {program}:8: holds by sp", result.stdout)
        self.assertIn(f"{program}:4 called from {program}:9: fails\n", result.stdout)

    def test_a_bound_that_cuts_every_path_is_named(self):
        text = """extern void reach_error(void);
int main(void) { int i = 0; while (i < %s) i++; if (i != 9) reach_error(); return 0; }
"""
        for limit, bound, code, is_cut in (("8", "5", harness.DONE, True), ("8", "9", harness.REACHED, False), ("9", "10", harness.DONE, False)):
            program = self.write("program.c", text % limit)
            out = self.folder / "out.json"
            result = run("vc", program, "--method", "sp,cnf", "--unwind", bound, "--json", out)
            self.assert_exit(result, code)
            self.assertEqual("Warning: no execution ends within the bound" in result.stdout, is_cut, result.stdout)
            self.assertEqual(json.loads(out.read_text())["unwound"]["every_path_is_cut"], is_cut)
        run("vc", "--study", self.write("program.c", text % "8"), "--method", "sp", "--unwind", "5", "--solver", "sat", "--out", self.folder / "study")
        self.assertIn("holds; no execution ends within the bound", (self.folder / "study" / "study.csv").read_text())

    def test_asserts_on_one_line_are_told_apart(self):
        program = self.write("program.c", "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
                             "int main(void) { int i = __VERIFIER_nondet_int(); if (i == 1) reach_error(); if (i != i) reach_error(); return 0; }\n")
        result = run("vc", program, "--method", "sp")
        self.assertIn(f"{program}:3:63: fails\n{program}:3:90: holds\n", result.stdout)

    def test_a_late_assume_excuses_in_global_contexts_only(self):
        table = self.verdicts(self.measured(LATE_ASSUME, "--method", "all", code=harness.REACHED))
        for name, verdicts in table.items():
            self.assertEqual(verdicts, {7: "fails" if name in PARTIAL else "holds"}, name)

    def test_lemmas_stop_at_the_first_failure(self):
        text = HEAD + """int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x > 0);
  check(x != 0);
  return 0;
}
"""
        table = self.verdicts(self.measured(text, "--method", "sp,sp+lemmas", code=harness.REACHED))
        self.assertEqual(table["sp"], {7: "fails", 8: "fails"})
        self.assertEqual(table["sp+lemmas"], {7: "fails", 8: "open"})

    def test_both_native_solvers_and_folded_constants_agree(self):
        for words in (["--solver", "z3,sat,sat-minisat"], ["--fold-constants"]):
            table = self.verdicts(self.measured(TWO_ASSERTS, "--method", "pscnf", *words, code=harness.REACHED))
            self.assertEqual(table["pscnf"], {8: "holds", 9: "fails"})

    def test_integers_without_bounds_do_not_overflow(self):
        text = HEAD + """int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x + 1 > x);
  return 0;
}
"""
        self.assertEqual(self.verdicts(self.measured(text, "--theory", "int", "--method", "sp"))["sp"], {7: "holds"})
        self.assertEqual(self.verdicts(self.measured(text, "--method", "sp", code=harness.REACHED))["sp"], {7: "fails"})

    def test_what_has_no_integer_reading_is_refused_at_its_line(self):
        for line, what in (("int y = x & 6;", "the bit operation '&'"), ("double y = x * 0.5;", "floating-point"),
                           ("int a[2]; int *p = a; p[x] = 1; int y = a[0];", "memory"), ("int y = 1 << x;", "shift")):
            text = HEAD + "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  " + line + "\n  check(y);\n}\n"
            program = self.write("program.c", text)
            result = run("vc", program, "--theory", "int")
            self.assert_exit(result, harness.BAD_INPUT)
            self.assertIn(f"{program}:7:", result.stderr)
            self.assertIn(what, result.stderr)

    def test_arrays_of_integers_without_bounds(self):
        # Stores that must not be mixed up: other elements, other arrays, other rows; and what was never written.
        text = HEAD + """int global[3] = {5, 6};
int main(void) {
  int a[4] = {0}, b[4], m[2][3], x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && x < 4 && y >= 0 && y < 4);
  a[x] = 7; b[x] = 8;
  m[1][0] = 9; m[0][2] = 4;
  check(a[x] == 7);
  check(a[y] == 7 || a[y] == 0);
  check(x == y || a[y] == 0);
  check(a[y] == 0);
  check(b[y] == 8);
  check(m[1][0] == 9 && m[0][2] == 4);
  check(global[0] + global[1] == 11 && global[2] == 0);
  for (int i = 0; i < 3; i++) global[i] = i;
  check(global[2] == 2);
  return 0;
}
"""
        outcome = self.measured(text, "--theory", "int", "--method", "sp,pscnf", "--unwind", "4", code=harness.REACHED)
        wanted = {11: "holds", 12: "holds", 13: "holds", 14: "fails", 15: "fails", 16: "holds", 17: "holds", 19: "holds"}
        for method, verdicts in self.verdicts(outcome).items():
            self.assertEqual(verdicts, wanted, method)
        # The same as with bit-vectors.
        exact = self.measured(text, "--method", "sp", "--unwind", "4", "--solver", "z3", code=harness.REACHED)
        self.assertEqual(self.verdicts(exact)["sp"], wanted)

    def test_unwinding_assertions(self):
        for bound, verdict, code in ((2, "fails", harness.REACHED), (4, "holds", harness.DONE)):
            text = FIBONACCI.replace("n >= 0", "n >= 0 && n < 5")
            outcome = self.measured(text, "--unwinding-assertions", "--unwind", bound, code=code)
            bounds = [a for a in outcome["measurements"][0]["assertions"] if "bound" in a["place"]]
            self.assertEqual([a["verdict"] for a in bounds], [verdict])
            self.assertTrue(bounds[0]["place"].endswith("program.c:10"))

    def test_emitted_files_ask_the_same(self):
        self.measured(TWO_ASSERTS, "--method", "sp,pcnf+lemmas", "--emit", self.folder / "out", code=harness.REACHED)
        files = sorted(path.name for path in (self.folder / "out").iterdir())
        self.assertEqual(files, ["pcnf+lemmas-1.smt2", "pcnf+lemmas-2.smt2", "sp-1.smt2", "sp-2.smt2"])
        if not shutil.which("z3"):
            self.skipTest("no z3 to run the files")
        answers = [subprocess.run(["z3", self.folder / "out" / name], capture_output=True, text=True).stdout.strip()
                   for name in files]
        self.assertEqual(answers, ["unsat", "sat", "unsat", "sat"])

    def test_too_many_paths(self):
        text = HEAD + "int main(void) {\n  int y = 0;\n"
        text += "  if (__VERIFIER_nondet_int()) y = y + 1; else y = y - 1;\n" * 16 + "  check(y < 20);\n}\n"
        outcome = self.measured(text, "--method", "se,pscnf", code=harness.UNDECIDED)
        se, pscnf = outcome["measurements"]
        self.assertIn("more than 10000 verification conditions", se["problem"])
        self.assertEqual(pscnf["assertions"][0]["verdict"], "holds")

    def test_wrong_names_list_the_right_ones(self):
        program = self.write("program.c", FIBONACCI)
        for words, wanted in ((["--method", "wp"], "se, sp, cnf, pcnf, scnf, pscnf, all, auto"),
                              (["--solver", "magic"], "z3, sat, sat-minisat, cvc5")):
            result = run("vc", program, *words)
            self.assert_exit(result, harness.BAD_INPUT)
            self.assertIn(wanted, result.stderr)
        for words, wanted in ((["--theory", "int", "--solver", "sat"], "those that do are z3"),
                              (["--method", "cnf", "--lemmas"], "lemmas go with se, sp, pcnf, pscnf"),
                              (["--unwind", "1..3"], "--study"), (["--unwind", "x"], "1..20")):
            result = run("vc", program, *words)
            self.assert_exit(result, harness.WRONG_USAGE)
            self.assertIn(wanted, result.stderr)

    def test_the_time_limit_holds_and_what_was_done_stays(self):
        text = HEAD + """int main(void) {
  unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  check(x != 3);
  __VERIFIER_assume(x > 1 && y > 1 && z > 1 && x < 2000000 && y < 2000000 && z < 2000000);
  unsigned long long a = x, b = y, c = z;
  check(a * a * a + b * b * b != c * c * c);
}
"""
        program = self.write("program.c", text)
        result = run("vc", program, "--method", "se", "--wall", "2s", "--json", self.folder / "out.json")
        self.assert_exit(result, harness.UNDECIDED)
        self.assertIn("Stopped: time limit", result.stdout)
        self.assertEqual(json.loads((self.folder / "out.json").read_text())["unwound"]["asserts"], 2)


class BrokenSolvers(CliTest):
    """A solver on the PATH that crashes, or lies."""

    PROGRAM = HEAD + "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  check(x * x != 2);\n  return 0;\n}\n"
    CRASHES = "#!/bin/sh\nread line\nkill -SEGV $$\n"
    # Says sat to everything, and that everything is zero.
    LIES = """#!/usr/bin/env python3
import re, sys
for line in sys.stdin:
    if line.startswith("(check-sat"):
        print("sat", flush=True)
    elif line.startswith("(get-value"):
        names = re.findall(r"\\|[^|]*\\||[^\\s()]+", line)[1:]
        print("(" + " ".join(f"({n} {'false' if n.startswith('assumed') else '#x00000000'})" for n in names) + ")",
              flush=True)
"""

    def attempt(self, script, *words):
        (self.folder / "bin").mkdir(exist_ok=True)
        solver = self.write("bin/cvc5", script)
        solver.chmod(0o755)
        program = self.write("program.c", self.PROGRAM)
        environment = dict(os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        return run(*words, program, "--solver", "cvc5", env=environment, cwd=self.folder)

    def saved(self, result):
        found = re.search(r"the query is in (\S+\.smt2)", result.stdout)
        self.assertIsNotNone(found, result.stdout + result.stderr)
        text = (self.folder / found[1]).read_text()
        self.assertIn("(check-sat)", text)
        return text

    def test_vc(self):
        for script, why in ((self.CRASHES, "cvc5"), (self.LIES, "model check failed")):
            result = self.attempt(script, "vc", "--method", "sp")
            self.assert_exit(result, harness.UNDECIDED)
            self.assertIn("unknown (", result.stdout)
            self.assertIn(why, result.stdout)
            self.saved(result)

    def test_verify(self):
        for script, why in ((self.CRASHES, "cvc5"), (self.LIES, "model check failed")):
            result = self.attempt(script, "verify", "--engine", "bmc")
            self.assert_exit(result, harness.UNDECIDED)
            self.assertIn("Result: UNKNOWN (", result.stdout)
            self.assertIn(why, result.stdout)
            self.saved(result)

    def test_the_saved_query_can_be_asked_again(self):
        if not shutil.which("z3"):
            self.skipTest("no z3 to run the file")
        self.write("query.smt2", self.saved(self.attempt(self.LIES, "vc", "--method", "sp")))
        answer = subprocess.run(["z3", self.folder / "query.smt2"], capture_output=True, text=True)
        self.assertEqual(answer.stdout.strip(), "unsat")


class Study(CliTest):
    def test_table_and_plots(self):
        program = self.write("fib.c", FIBONACCI)
        out = self.folder / "study"
        result = run("vc", "--study", program, "--unwind", "1..3", "--method", "sp,pscnf,sp+lemmas", "--solver", "z3,sat",
                     "--out", out)
        self.assert_exit(result, harness.DONE)
        with open(out / "study.csv", newline="") as table:
            rows = list(csv.DictReader(table))
        self.assertEqual(len(rows), 3 * 3 * 2)
        self.assertEqual({row["verdict"] for row in rows}, {"holds"})
        self.assertEqual([int(row["conditions"]) for row in rows if row["method"] == "sp" and row["solver"] == "z3"
                          and row["lemmas"] == "0"], [1, 2, 3])
        plots = sorted(path.name for path in out.glob("*.svg"))
        self.assertEqual(plots, ["fib-dag.svg", "fib-solvers.svg", "fib-time-sat.svg", "fib-time-z3.svg", "fib-tree.svg",
                                 "programs-sat.svg", "programs-z3.svg"])
        for path in plots:
            xml.dom.minidom.parse(str(out / path))

    def test_repetitions_have_a_spread_and_a_page(self):
        program = self.write("fib.c", FIBONACCI)
        out = self.folder / "study"
        self.assert_exit(run("vc", "--study", program, "--unwind", "2", "--method", "sp", "--solver", "sat", "--repeat", "3", "--out", out), harness.DONE)
        with open(out / "study.csv", newline="") as table:
            row = next(csv.DictReader(table))
        self.assertLessEqual(float(row["least_s"]), float(row["solve_s"]))
        self.assertLessEqual(float(row["solve_s"]), float(row["most_s"]))
        page = (out / "index.html").read_text()
        self.assertTrue(re.search(r"tandem vc .*--study", page))
        self.assertTrue('"solver":"sat"' in page)

    def test_usage(self):
        program = self.write("fib.c", FIBONACCI)
        result = run("vc", "--study", program, "--json", self.folder / "x.json")
        self.assert_exit(result, harness.WRONG_USAGE)


if __name__ == "__main__":
    harness.main()
