"""tandem gamble and tandem show regions: results, exit codes, files, and choices that cannot work."""
import json
import xml.dom.minidom

import harness
from harness import CliTest, run

NESTED = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int ok) { if (!ok) reach_error(); }
int main(void) {
  int n = __VERIFIER_nondet_int(), y = 2;
  for (int i = 0; i < n; i++) {
    int x = 1;
    for (int j = 0; j < 3; j++)
      check(x == 1);
    check(y == LIMIT);
  }
  return 0;
}
"""

RELATION = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, twice = 0;
  while (i < n) {
    i++;
    twice += 2;
  }
  for (unsigned k = 0; k < n; k++)
    if (twice != 2 * i) reach_error();
  return 0;
}
"""

FLOAT = """extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
extern void abort(void);
static void assume(int ok) { if (!ok) abort(); }
static void check(int ok) { if (!ok) reach_error(); }
int main(void) {
  double x = __VERIFIER_nondet_double(), y;
  assume(x >= 1. && x <= 2.);
  y = 1. + (x - 1.) * (.5 - .125 * (x - 1.));
  for (int i = 0; i < 200; i++)
    check(y >= 1. && y <= 2.);
  return 0;
}
"""


class Gamble(CliTest):
    def program(self, limit="2"):
        return self.write("nested.c", NESTED.replace("LIMIT", limit))

    def gamble(self, code, *words):
        result = run("gamble", "-q", "--wall", "60s", *words)
        self.assert_exit(result, code)
        return result

    def last_line(self, result):
        lines = result.stdout.strip().split("\n")
        self.assertEqual(sum(line.startswith("Result:") for line in lines), 1)
        return lines[-1]

    def test_true_from_regions_and_the_whole(self):
        for words in ([], ["--sequential"], ["--no-batch"], ["--no-facts"], ["--jobs", "3", "--with", "predicate"]):
            result = self.gamble(harness.DONE, *words, self.program())
            self.assertEqual(self.last_line(result), "Result: TRUE")
            self.assertIn("Proved in", result.stdout)

    def test_false_only_from_the_whole_program_and_replayed(self):
        result = self.gamble(harness.REACHED, self.program("3"))
        self.assertEqual(self.last_line(result), "Result: FALSE (unreach-call)")
        self.assertIn("confirmed by", result.stdout)

    def test_files(self):
        outcome, known = self.folder / "out.json", self.folder / "known.gia"
        self.gamble(harness.DONE, "--json", outcome, "--condition-out", known, self.program())
        written = json.loads(outcome.read_text())
        self.assertEqual(written["verdict"], "TRUE")
        self.assertTrue(all(a["checks"] >= a["proved"] for a in written["attempts"]))
        self.assert_exit(run("check", self.program(), known), harness.DONE)

    def test_facts_of_the_whole_program(self):
        # The second loop alone does not know the result of the first one, and bounded model checking cannot unwind it.
        program = self.write("relation.c", RELATION)
        result = self.gamble(harness.DONE, "--with", "bmc", program)
        self.assertRegex(result.stdout, r"Proved in main \d+-\d+: 1 of 1 checks")
        self.gamble(harness.UNDECIDED, "--with", "bmc", "--no-facts", "--loop-iterations", "3", program)
        # Float intervals alone prove this one.
        result = self.gamble(harness.DONE, self.write("float.c", FLOAT))
        self.assertIn("by facts alone: 2 of 2 checks", result.stdout)

    def test_every_run_is_recorded(self):
        outcome = self.folder / "out.json"
        self.gamble(harness.DONE, "--no-facts", "--sequential", "--json", outcome, self.program())
        written = json.loads(outcome.read_text())
        self.assertEqual(len(written["partners"]), sum(a["verifier runs"] for a in written["attempts"]))
        self.assertTrue(all("check" in partner["what"] for partner in written["partners"]))

    def test_nothing_to_check(self):
        result = self.gamble(harness.DONE, self.write("empty.c", "int main(void) { while (1); }\n"))
        self.assertIn("nothing to check", result.stdout)
        self.assertEqual(self.last_line(result), "Result: TRUE")

    def test_without_loops(self):
        text = "#include <assert.h>\nint main(int n, char **v) { int x = n & 1; assert(x < 2); return 0; }\n"
        self.assertEqual(self.last_line(self.gamble(harness.DONE, self.write("plain.c", text))), "Result: TRUE")

    def test_an_unknown_verifier(self):
        result = run("gamble", "--with", "absent", self.program())
        self.assert_exit(result, harness.BAD_INPUT)
        for name in ("absent", "bmc", "kinduction", "cbmc"):
            self.assertIn(name, result.stderr)
        self.assert_exit(run("gamble", "--sequential", "--jobs", "2", self.program()), harness.WRONG_USAGE)


class ShowRegions(CliTest):
    def test_all_formats(self):
        program = self.write("nested.c", NESTED.replace("LIMIT", "2"))
        shown = {f: run("show", "regions", program, "--format", f) for f in ("text", "dot", "svg", "json", "c")}
        for result in shown.values():
            self.assert_exit(result, harness.DONE)
        self.assertIn("  loop (lines 6-10)\n    loop (lines 8-9)\n", shown["text"].stdout)
        self.assertIn("assertion at", shown["text"].stdout)
        xml.dom.minidom.parseString(shown["svg"].stdout)
        self.assertEqual(len(json.loads(shown["json"].stdout)["regions"]), 4)
        self.assertIn("// Region main 8-9", shown["c"].stdout)


if __name__ == "__main__":
    harness.main()
