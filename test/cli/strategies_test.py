"""Shipped strategies as a user sees them: component-based CEGAR, invariants on demand."""
import json
import subprocess
import unittest

import harness
from harness import DONE, REACHED, UNDECIDED, CliTest, main, run

GOLDEN = harness.PROJECT / "test" / "golden"


def has(tool):
    return any(line.startswith(tool + " ") and "missing" not in line for line in run("tools").stdout.splitlines())


class ComponentBasedCegar(CliTest):
    def verify(self, code, program, *words, **options):
        out = self.folder / "out.json"
        artifacts = self.folder / "artifacts"
        self.assert_exit(run("verify", program, "--strategy", "ccegar", "--cpu", "60s", "-q", "--json", out,
                             "--artifacts", artifacts, *words, **options), code)
        return json.loads(out.read_text()), artifacts

    def test_three_iterations_and_the_papers_automata(self):
        # tandem verify drain.c --strategy ccegar --artifacts FOLDER, in test/golden/gia
        result, artifacts = self.verify(DONE, "drain.c", cwd=GOLDEN / "gia")
        self.assertEqual([partner["partner"] for partner in result["partners"]],
                         2 * ["cegar-explore", "cegar-feasible", "cegar-refine"] + ["cegar-explore"])
        self.assertEqual(result["statistics"]["iterations"], 3)
        self.assertGreater(result["statistics"]["exchange seconds per iteration"], 0)
        self.assertEqual(result["assumptions"], [])
        for written, golden in (("03-cegar-refine.gia", "figure16a.gia"), ("04-cegar-explore.gia", "figure16b.gia"),
                                ("06-cegar-refine.gia", "figure16c.gia"),
                                ("07-cegar-explore.given.gia", "figure16d.gia")):
            self.assertEqual((artifacts / written).read_text(), (GOLDEN / "ccegar" / golden).read_text(), golden)
            self.assert_exit(run("check", "drain.c", GOLDEN / "ccegar" / golden, cwd=GOLDEN / "gia"), DONE)

    def test_an_error_behind_a_loop(self):
        program = self.write("a.c", (GOLDEN / "gia" / "drain.c").read_text().replace("1000", "3")
                             .replace("full != 0", "full == 0"))
        result, _ = self.verify(REACHED, program)
        last = result["partners"][-1]
        self.assertEqual((last["partner"], last["verdict"]), ("cegar-feasible", "FALSE"))

    @unittest.skipUnless(has("cbmc"), "CBMC is not installed")
    def test_cbmc_checks_the_paths(self):
        with_cbmc = ("--with", "cegar-explore,path-check")
        result, artifacts = self.verify(DONE, "drain.c", *with_cbmc, cwd=GOLDEN / "gia")
        checks = [partner for partner in result["partners"] if partner["partner"] == "path-check with cbmc"]
        self.assertEqual(len(checks), 2)
        for check in checks:
            self.assertEqual(check["what"].split(";")[0], "no candidate path is feasible according to cbmc")
            self.assertIn("cbmc", check["commands"][0])
        # The path is a program without loops.
        self.assertNotIn("while", (artifacts / "02-path-check" / "program.c").read_text().split("main", 1)[1])
        program = self.write("a.c", (GOLDEN / "gia" / "drain.c").read_text().replace("1000", "3")
                             .replace("full != 0", "full == 0"))
        result, _ = self.verify(REACHED, program, *with_cbmc)
        self.assertEqual(result["partners"][-1]["partner"], "path-check with cbmc")


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


class InvariantsOnDemand(CliTest):
    def test_a_helper_makes_the_difference(self):
        program = self.write("a.c", HELPLESS)
        self.assert_exit(run("verify", program, "--engine", "kinduction", "--cpu", "4s", "-q"), UNDECIDED)
        out = self.folder / "out.json"
        artifacts = self.folder / "artifacts"
        result = run("verify", program, "--strategy", "invariants", "--cpu", "20s", "-q", "--json", out, "--artifacts",
                     artifacts)
        self.assert_exit(result, DONE)
        outcome = json.loads(out.read_text())
        self.assertEqual([partner["partner"] for partner in outcome["partners"]],
                         ["kinduction", "interval-invariants", "kinduction"])
        self.assertEqual(outcome["partners"][1]["what"].split(";")[0], "invariants of 1 loops")
        # The main verifier has proved the invariants that it was given.
        self.assertEqual(outcome["assumptions"], [])
        self.assertIn("x <= 36", (artifacts / "03-kinduction.given.gia").read_text())
        # The journal has the same in time: the third run got what the second one left.
        journal = [json.loads(line) for line in (artifacts / "journal.jsonl").read_text().splitlines()]
        starts = [line for line in journal if line["event"] == "start"]
        self.assertEqual([line["partner"] for line in starts], ["kinduction", "interval-invariants", "kinduction"])
        ends = {line["run"]: line["at"] for line in journal if line["event"] == "end"}
        self.assertLessEqual(ends[starts[1]["run"]], starts[2]["at"])
        self.assertIn("condition", next(line["what"] for line in journal if line["event"] == "got" and line["run"] == starts[2]["run"]))

    # A tool cannot be given invariants, but a program in which they are assumed.
    @unittest.skipUnless(has("cbmc"), "cbmc is not installed")
    def test_the_verifier_may_be_a_tool(self):
        program = self.write("a.c", HELPLESS)
        self.assert_exit(run("verify", program, "--with", "cbmc", "--reduce", "inductive-loops", "--cpu", "10s", "-q"), UNDECIDED)
        result = run("verify", program, "--strategy", "invariants", "--with", "cbmc,interval-invariants", "--cpu", "20s", "-q")
        self.assert_exit(result, DONE)
        self.assertIn("Assumed: invariants were found by interval-invariants", result.stdout)


class AssumedFacts(CliTest):
    """Engines that do not listen while they run assume what was told before, once it is proved again."""
    PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0, bad = 0;
  while (__VERIFIER_nondet_int()) {
    if (i > %d) bad = 1;
    i = (i + 1) %% 4;
  }
  if (bad) reach_error();
  return 0;
}
"""
    STEPS = """name: facts
about: x
steps:
  - {run: interval-invariants, condition: ignore}
  - {run: bmc, condition: ignore, reduce: inductive-loops}
"""

    def verify(self, most, *words):
        out = self.folder / "out.json"
        result = run("verify", "-q", self.write("facts.c", self.PROGRAM % most), "--strategy", self.write("facts.yml", self.STEPS),
                     "--cpu", "30s", "--json", out, *words)
        return result, json.loads(out.read_text())

    def test_ranges_of_variables_make_induction_succeed(self):
        result, said = self.verify(5)
        self.assert_exit(result, DONE)
        self.assertEqual(said["learnt-from"], ["interval-invariants"])
        self.assertNotIn("facts", " ".join(said["assumptions"]))
        self.assert_exit(self.verify(5, "--no-exchange")[0], UNDECIDED)

    def test_an_error_within_the_ranges_stays_one(self):
        self.assert_exit(self.verify(2)[0], REACHED)


class CombinedPrograms(CliTest):
    """scripts/combine_programs.py, which generates tasks for the study of conditional verifiers."""
    PART = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int count = 0;
static int next(int n) { return ++count + n; }
int main(void) {
  if (next(__VERIFIER_nondet_int() % 7) CHECK) reach_error();
  return 0;
}
"""

    def combine(self, *files):
        both = self.folder / "both.c"
        command = [harness.PROJECT / "scripts" / "combine_programs.py", *files, "-o", both, "--tandem", harness.TANDEM]
        return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False), both

    def test_each_part_counts(self):
        safe = self.write("safe.c", self.PART.replace("CHECK", "> 7"))
        unsafe = self.write("unsafe.c", self.PART.replace("CHECK", "> 6"))
        for parts, code in (((safe, safe), DONE), ((safe, unsafe), REACHED), ((unsafe, safe), REACHED)):
            made, both = self.combine(*parts)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assert_exit(run("verify", both, "--engine", "bmc", "-q"), code)

    def test_types_that_clash(self):
        files = [self.write(f"{name}.c", f"typedef {name} number;\nint main(void) {{ number n = 0; return n; }}\n")
                 for name in ("int", "long")]
        made, both = self.combine(*files)
        self.assertEqual(made.returncode, 1)
        self.assertIn("these do not go together", made.stderr)
        self.assertFalse(both.exists())


if __name__ == "__main__":
    main()
