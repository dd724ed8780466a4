"""Automata on the command line: combine, show gia, check; golden files of the papers' examples; what is refused."""
import gzip
import hashlib
import json
import xml.dom.minidom

import harness
from harness import CliTest, run

GOLDEN = harness.PROJECT / "test" / "golden" / "gia"

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) {
    if (x == 20)
      reach_error();
    return 1;
  }
  return 0;
}
"""


class Gia(CliTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("program.c", PROGRAM)

    def automaton(self, name, lines, program=PROGRAM):
        digest = hashlib.sha256(program.encode()).hexdigest()
        return self.write(name, f"tandem-gia 1\nprogram {digest} program.c\ndata-model LP64\n{lines}end\n")

    def check(self, automaton, code, *words):
        result = run("check", self.program, automaton, *words)
        self.assert_exit(result, code)
        return result.stdout

    def assert_refused(self, result, text):
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertEqual(result.stdout, "")
        self.assertIn(text, result.stderr)


class Combine(Gia):
    def test_the_papers_combinations(self):
        for first, second, both in (
            ("figure14_tester", "figure14_verifier", "figure14_combined"),
            ("figure16_first", "figure16_second", "figure16_combined"),
        ):
            out = self.folder / "out.gia"
            # tandem combine FIRST.gia SECOND.gia -o BOTH.gia
            result = run("combine", GOLDEN / f"{first}.gia", GOLDEN / f"{second}.gia", "-o", out)
            self.assert_exit(result, harness.DONE)
            self.assertEqual(out.read_text(), (GOLDEN / f"{both}.gia").read_text())
            self.assertIn(f"{out}: ", result.stderr)

    def test_figure_8_is_minimal(self):
        self.assertEqual(run("combine", GOLDEN / "figure8.gia").stdout, (GOLDEN / "figure8.gia").read_text())

    def test_compressed_files(self):
        packed = self.folder / "a.gia.gz"
        self.assert_exit(run("combine", GOLDEN / "figure8.gia", "-o", packed), harness.DONE)
        self.assertEqual(gzip.decompress(packed.read_bytes()), (GOLDEN / "figure8.gia").read_bytes())
        self.assertEqual(run("combine", packed).stdout, (GOLDEN / "figure8.gia").read_text())

    def test_contradictions_name_a_path(self):
        safe = self.automaton("safe.gia", "state a initial\nstate b ut\na -> a on main@4:3 main@4:11\na -> b on main@5:7+\n")
        bad = self.automaton(
            "bad.gia",
            "state a initial\nstate b rt\na -> a on main@4:3 main@5:7+\na -> a on main@4:11 if x == 20\na -> b on main@6:9+\n",
        )
        result = run("combine", safe, bad, "-o", self.folder / "never.gia")
        self.assert_refused(result, "contradict each other on paths that begin with main@5:7+, main@6:9+")
        self.assertFalse((self.folder / "never.gia").exists())

    def test_only_paths_of_the_program_can_contradict(self):
        # The verified branch excludes the error, but only the program says so.
        safe = self.automaton("safe.gia", "state a initial\nstate b ut\na -> a on *\na -> b on main@5:7-\n")
        bad = self.automaton("bad.gia", "state a initial\nstate b rt\na -> a on *\na -> b on main@7:7\n")
        self.assert_refused(run("combine", safe, bad), "contradict each other")
        result = run("combine", safe, bad, "--program", self.program)
        self.assert_exit(result, harness.DONE)
        self.assertIn("on main@5:7-", result.stdout)
        self.assertIn("on main@7:7", result.stdout)

    def test_invariants_are_kept(self):
        claim = "state a initial\nstate b invariant x > 10\na -> a on main@4:3 main@4:11\na -> b on main@5:7+\n"
        empty = self.automaton("empty.gia", "state a initial\n")
        for others in ((), (empty,)):
            result = run("combine", self.automaton("claim.gia", claim), *others)
            self.assertIn("invariant x > 10", result.stdout)

    def test_other_programs(self):
        other = self.automaton("other.gia", "state a initial\n", PROGRAM + "\n")
        self.assert_refused(run("combine", self.automaton("a.gia", "state a initial\n"), other), "different programs")


class Compare(Gia):
    def test_what_the_combination_adds(self):
        tester, both = GOLDEN / "figure14_tester.gia", GOLDEN / "figure14_combined.gia"
        result = run("compare", tester, both)
        self.assert_exit(result, harness.REACHED)
        self.assertEqual(
            result.stdout,
            f"ut: only in {both}: paths that begin with main@6:3, main@6:15, main@7:7-, main@10:5, main@11:9+\n"
            "rt: the same\ncand: the same\n",
        )
        result = run("compare", both, both)
        self.assert_exit(result, harness.DONE)
        self.assertEqual(result.stdout, "ut: the same\nrt: the same\ncand: the same\n")


class Show(Gia):
    def test_every_format(self):
        file = GOLDEN / "figure8.gia"
        text = run("show", "gia", file).stdout
        self.assertTrue(text.startswith(file.read_text()))
        self.assertIn("# 9 states (1 ut, 1 rt, 2 cand; 0 idle)", text)
        model = json.loads(run("show", "gia", file, "--format", "json").stdout)
        self.assertEqual(model["statistics"]["states"], 9)
        self.assertIn({"from": "q1", "to": "q2", "on": ["main@6:15"], "if": "level == 0"}, model["transitions"])
        drawing = xml.dom.minidom.parseString(run("show", "gia", file, "--format", "svg").stdout)
        self.assertEqual(drawing.documentElement.tagName, "svg")
        self.assertIn("palegreen", run("show", "gia", file, "--format", "dot").stdout)

    def test_one_at_a_time(self):
        file = GOLDEN / "figure8.gia"
        self.assert_exit(run("show", "gia", file, file), harness.WRONG_USAGE)


class Check(Gia):
    def test_true_claims_are_confirmed(self):
        file = self.automaton(
            "true.gia",
            "state a initial\nstate b\nstate c ut\nstate d ut\nstate e rt\n"
            "a -> a on main@4:3 main@4:11\na -> b on main@5:7+\na -> c on main@5:7-\n"
            "b -> d on main@6:9-\nb -> e on main@6:9+\n",
        )
        text = self.check(file, harness.DONE)
        self.assertIn("ut: confirmed", text)
        self.assertIn("rt e: confirmed: an execution along it reaches a target (inputs 20)", text)
        self.assertIn("claims: 2 confirmed, 0 refuted, 0 not decided", text)

    def test_claims_with_inputs_are_replayed(self):
        file = self.automaton(
            "replay.gia",
            "state a initial\nstate b\nstate c rt\na -> a on main@4:3\na -> b on main@4:11 if x == 20\n"
            "b -> b on main@5:7+ main@6:9+\nb -> c on main@7:7\n",
        )
        text = self.check(file, harness.DONE, "--engine", "none")
        self.assertIn("rt c: confirmed: the interpreter reaches a target along it (inputs 20)", text)

    def test_reached_is_a_claim_about_all_inputs(self):
        some = self.automaton("some.gia", "state a initial\nstate b rt\na -> a on *\na -> b on main@5:7+\n")
        self.assertIn("ends without a target", self.check(some, harness.REACHED))
        all_inputs = self.automaton("all.gia", "state a initial\nstate b rt\na -> a on *\na -> b on main@6:9+\n")
        self.assertIn("confirmed", self.check(all_inputs, harness.DONE))

    def test_invariants(self):
        lines = "state a initial\nstate b invariant {}\na -> a on main@4:3 main@4:11\na -> b on main@5:7+\n"
        self.assertIn("invariant x > 10 at", self.check(self.automaton("a.gia", lines.format("x > 10")), harness.DONE))
        refuted = self.check(self.automaton("a.gia", lines.format("x > 11")), harness.REACHED)
        self.assertIn("an execution violates it (inputs 11)", refuted)

    def test_a_verdict_leaves_inputs_on_its_path(self):
        known = self.folder / "known.gia"
        run("verify", self.program, "--engine", "kinduction", "--condition-out", known)
        self.assertIn("if x == 20", known.read_text())
        self.assertIn("inputs 20", self.check(known, harness.DONE))

    def test_each_input_is_assumed_where_it_is_asked_for(self):
        # One edge asks for both.
        source = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int input(void) { int v = __VERIFIER_nondet_int(); return v; }
int main(void) {
  int first = input();
  int second = input();
  if (first == 7 && second == 9) reach_error();
  return 0;
}
"""
        program, known = self.write("inputs.c", source), self.folder / "known.gia"
        for engine in ("kinduction", "value", "predicate"):
            run("verify", program, "--engine", engine, "--condition-out", known)
            text = known.read_text()
            self.assertTrue(0 < text.find("if v == 7") < text.find("if v == 9"), text)
            result = run("check", program, known)
            self.assert_exit(result, harness.DONE)
            self.assertIn("inputs 7,9", result.stdout)

    def test_an_execution_ends_at_its_first_error(self):
        # The second call is unreachable: no contradiction to the first one, which returns as far as the text says.
        source = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100) reach_error();
  if (x < 0) x = 0;
  if (x < 0) reach_error();
  return 0;
}
"""
        program, known = self.write("behind.c", source), self.folder / "known.gia"
        self.assert_exit(run("verify", program, "--engine", "kinduction", "--condition-out", known), harness.REACHED)
        self.assertIn("main@7:14", known.read_text())
        self.assertIn("0 refuted", run("check", program, known).stdout)
        self.assert_exit(run("combine", known, known, "-o", self.folder / "both.gia"), harness.DONE)
        result = run("verify", program, "--condition", known)
        self.assert_exit(result, harness.REACHED)
        self.assertIn("given the condition [main@7:14]", result.stdout)

    def test_contradictions_are_refused_everywhere(self):
        lines = "state a initial\nstate b ut\nstate c rt\na -> a on *\na -> b on main@7:7\na -> c on main@7:7\n"
        both = self.automaton("both.gia", lines)
        for words in (("check", self.program, both), ("verify", self.program, "--condition", both),
                      ("reduce", self.program, "--condition", both, "-o", self.folder / "rest.c")):
            self.assert_refused(run(*words), "contradicts itself")

    def test_false_claims_are_refuted(self):
        ut = self.automaton("ut.gia", "state a initial\nstate b ut\na -> a on main@4:3 main@4:11\na -> b on main@5:7+\n")
        text = self.check(ut, harness.REACHED)
        self.assertIn("ut: refuted: an execution that it covers reaches a target (inputs 20)", text)
        rt = self.automaton("rt.gia", "state a initial\nstate b rt\na -> a on main@4:3 main@4:11\na -> b on main@5:7-\n")
        self.assertIn("rt b: refuted: no execution along it reaches a target", self.check(rt, harness.REACHED))

    def test_claims_are_open_without_an_engine(self):
        file = self.automaton("open.gia", "state a initial\nstate b ut\na -> b on main@4:3\n")
        text = self.check(file, harness.UNDECIDED, "--engine", "none")
        self.assertIn("well-formed: 2 states", text)
        self.assertIn("ut: not decided: no engine was asked", text)

    def test_candidates_claim_nothing(self):
        file = self.automaton("cand.gia", "state a initial cand\n")
        self.assertIn("claims: 0 confirmed, 0 refuted, 0 not decided", self.check(file, harness.DONE))

    def test_goals_of_tests(self):
        result = run("check", GOLDEN / "threshold.c", GOLDEN / "figure8.gia")
        self.assert_exit(result, harness.UNDECIDED)
        self.assertIn("ut: not decided: claims that depend on the path were not checked", result.stdout)
        self.assertIn("rt q3: confirmed: a run with its inputs takes this path", result.stdout)

    def test_precision_increments_hold(self):
        result = run("check", GOLDEN / "drain.c", GOLDEN / "figure16_combined.gia")
        self.assert_exit(result, harness.DONE)

    def test_usage(self):
        self.assert_exit(run("check", self.program), harness.WRONG_USAGE)


class Refused(Gia):
    def assert_bad(self, lines, place, text):
        file = self.automaton("bad.gia", lines)
        self.assert_refused(run("check", self.program, file), f"{file}{place}: error: {text}")

    def test_automata_that_do_not_fit(self):
        self.assert_bad("state a initial\na -> a on main@99:1\n", ":5:11", "the program has no edge 'main@99:1'")
        self.assert_bad("state a initial\na -> b on *\n", ":5:6", "state 'b' is not declared above")
        self.assert_bad("state a initial ut\nstate b\na -> b on *\n", ":6:1", "state 'a' accepts ut")
        self.assert_bad("state a initial\na -> a on main@4:11 if x +\n", ":5:27", "a -> a: the assumption 'x +'")
        both = self.automaton("bad.gia", "state a initial\nstate b ut\nstate c rt\na -> b on *\na -> c on *\n")
        self.assert_refused(run("check", self.program, both), f"{both} contradicts itself")

    def test_another_program(self):
        file = self.automaton("other.gia", "state a initial\n", PROGRAM + " ")
        self.assert_refused(run("check", self.program, file), f"{file}:4:1: error: the automaton is about another program")

    def test_broken_files(self):
        for name, content in (
            ("cut.gia", b"tandem-gia 1\nstate a initial\n"),
            ("bytes.gia", b"tandem-gia 1\nstate \xff initial\nend\n"),
            ("empty.gia", b""),
            ("packed.gia.gz", gzip.compress(b"tandem-gia 1\nstate a initial\nend\n")[:-4]),
            ("bomb.gia.gz", gzip.compress(b"tandem-gia 1\n" + b"\n" * (1 << 27))),
            ("line.gia", b"tandem-gia 1\nstate " + b"a" * (1 << 27)),
        ):
            with self.subTest(name=name):
                file = self.write(name, content)
                self.assert_refused(run("show", "gia", file), f"{file}")


if __name__ == "__main__":
    harness.main()
