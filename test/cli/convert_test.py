"""tandem convert: every format there and back, reports of what was dropped, and what is refused."""
import gzip
import hashlib
import io
import re
import resource
import xml.dom.minidom
import zipfile

import harness
from harness import CliTest, run

GOLDEN = harness.PROJECT / "test" / "golden" / "convert"

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
HASH = hashlib.sha256(PROGRAM.encode()).hexdigest()

LOOP = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0;
  while (i < 10)
    i++;
  if (i != 10)
    reach_error();
  return 0;
}
"""
LOOP_HASH = hashlib.sha256(LOOP.encode()).hexdigest()

# Limit on the address space, libraries included, within which bad input must be refused.
MOST_MEMORY = 2 << 30

SPECIFICATION = "CHECK( init(main()), LTL(G ! call(reach_error())) )"


def graphml(body, kind="violation_witness", digest=HASH):
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="entry" attr.name="isEntryNode" attr.type="boolean" for="node"><default>false</default></key>
<graph edgedefault="directed">
<data key="witness-type">{kind}</data><data key="producer">acme</data>
<data key="specification">{SPECIFICATION}</data>
<data key="programfile">program.c</data><data key="programhash">{digest}</data><data key="architecture">64bit</data>
{body}
</graph>
</graphml>
"""


VIOLATION_GRAPH = """<node id="a"><data key="entry">true</data></node><node id="b"/><node id="c"/>
<node id="s"><data key="sink">true</data></node><node id="v"><data key="violation">true</data></node>
<edge source="a" target="b"><data key="startline">4</data><data key="assumption">x == 20;</data>
 <data key="assumption.scope">main</data></edge>
<edge source="b" target="c"><data key="startline">5</data><data key="control">condition-true</data></edge>
<edge source="b" target="s"><data key="startline">5</data><data key="control">condition-false</data></edge>
<edge source="c" target="v"><data key="startline">6</data><data key="control">condition-true</data></edge>"""


def yaml(content, kind="violation_sequence", digest=HASH, model="LP64"):
    return f"""- entry_type: "{kind}"
  metadata:
    format_version: "2.0"
    uuid: "7b0c1b1e-6a55-4c5e-9d0e-2f2f8f5f0a11"
    creation_time: "2026-11-15T18:00:00+00:00"
    producer: {{name: "acme", version: "1"}}
    task:
      input_files: ["program.c"]
      input_file_hashes: {{"program.c": "{digest}"}}
      specification: "{SPECIFICATION}"
      data_model: "{model}"
      language: "C"
  content:
{content}"""


def waypoint(action, kind, line, column, constraint=None):
    text = f'    - waypoint: {{action: {action}, type: {kind}, location: {{file_name: "program.c", line: {line}, column: {column}}}'
    return text + (f', constraint: {{value: "{constraint}"}}}}\n' if constraint else "}\n")


def segments(*points):
    return "".join("  - segment:\n" + point for point in points)


SEQUENCE = segments(
    waypoint("follow", "assumption", 5, 3, "x == 20"),
    waypoint("follow", "branching", 5, 3, "true"),
    waypoint("follow", "target", 7, 7),
)

CONDITION = """OBSERVER AUTOMATON AssumptionAutomaton

INITIAL STATE ARG0;

STATE __TRUE :
    TRUE -> GOTO __TRUE;

STATE __FALSE :
    TRUE -> GOTO __FALSE;

STATE USEFIRST ARG0 :
    MATCH "" -> GOTO ARG1;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG1 :
    MATCH "extern int __VERIFIER_nondet_int(void);" -> GOTO ARG2;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG2 :
    MATCH "extern void reach_error(void);" -> GOTO ARG3;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG3 :
    MATCH "int main(void)" -> GOTO ARG4;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG4 :
    MATCH "" -> GOTO ARG5;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG5 :
    MATCH "int x = __VERIFIER_nondet_int();" -> GOTO ARG6;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG6 :
    MATCH "int x = __VERIFIER_nondet_int();" -> GOTO ARG7;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG7 :
    MATCH "[x > 10]" -> GOTO ARG8;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG8 :
    MATCH "[x == 20]" -> GOTO __FALSE;
    TRUE -> GOTO __TRUE;

END AUTOMATON
"""


class Convert(CliTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("program.c", PROGRAM)

    def convert(self, source, target, *words, code=harness.DONE, program=None):
        result = run("convert", source, "-o", target, "--program", program or self.program, *words)
        self.assert_exit(result, code)
        return result.stderr

    def to_gia(self, source, *words, program=None):
        """The lines of states and transitions, and what was dropped."""
        out = self.folder / "out.gia"
        errors = self.convert(source, out, *words, program=program)
        lines = [line for line in out.read_text().splitlines() if line.startswith("state ") or " -> " in line]
        return lines, [line for line in errors.splitlines() if line.startswith("dropped: ")]

    def automaton(self, name, lines, header=""):
        text = f"tandem-gia 1\nprogram {HASH} program.c\ndata-model LP64\n{header}{lines}end\n"
        return self.write(name, text)

    def assert_refused(self, file, text, *words, program=None):
        out = self.folder / "never.gia"
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        result = run("convert", file, "-o", out, "--program", program or self.program, *words, preexec_fn=limit)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn(text, result.stderr)
        self.assertFalse(out.exists())


class Golden(CliTest):
    def test_the_papers_artifacts(self):
        for source, program in (("figure4.graphml", "low.c"), ("figure5.yml", "high.c"), ("figure6.txt", "low.c"), ("tests", "low.c")):
            with self.subTest(source=source):
                name = source.split(".")[0] + ".gia"
                out = self.folder / name
                # in test/golden/convert: tandem convert SOURCE -o NAME --program PROGRAM
                result = run("convert", source, "-o", out, "--program", program, cwd=GOLDEN)
                self.assert_exit(result, harness.DONE)
                self.assertEqual(out.read_text(), (GOLDEN / name).read_text())
                self.assert_exit(run("check", program, name, cwd=GOLDEN), harness.DONE)


class Violation(Convert):
    def test_graphml_gives_candidates(self):
        lines, dropped = self.to_gia(self.write("w.graphml", graphml(VIOLATION_GRAPH)))
        self.assertIn("q0 -> q1 on main@4:11 if x == 20", lines)
        self.assertIn("q1 -> q2 on main@5:7+", lines)
        self.assertIn("q2 -> q4 on main@6:9+", lines)
        self.assertIn("state q4 cand", lines)
        self.assertFalse(any(line.endswith((" rt", " ut")) for line in lines))
        self.assertTrue(any("1 sinks" in line for line in dropped), dropped)

    def test_cbmc_writes_assignments_and_results(self):
        graph = VIOLATION_GRAPH.replace("x == 20;", "return_value___VERIFIER_nondet_int = 20;")
        lines, dropped = self.to_gia(self.write("w.graphml", graphml(graph)))
        self.assertIn("q0 -> q1 on main@4:11 if x == 20", lines)
        graph = VIOLATION_GRAPH.replace("x == 20;", "\\result == 20").replace(
            "scope\">main", "scope\">main</data><data key=\"assumption.resultfunction\">__VERIFIER_nondet_int")
        lines, dropped = self.to_gia(self.write("w.graphml", graphml(graph)))
        self.assertIn("q0 -> q1 on main@4:11 if x == 20", lines)

    def test_yaml_gives_candidates(self):
        lines, dropped = self.to_gia(self.write("w.yml", yaml(SEQUENCE)))
        self.assertIn("state q3 cand", lines)
        self.assertIn("q0 -> q1 on main@4:11 if x == 20", lines)
        self.assertIn("q1 -> q2 on main@5:7+", lines)
        self.assertIn("q2 -> q3 on main@7:7", lines)
        self.assertEqual(dropped, [])

    def test_compressed(self):
        packed = self.write("w.graphml.gz", gzip.compress(graphml(VIOLATION_GRAPH).encode()))
        plain = self.to_gia(self.write("w.graphml", graphml(VIOLATION_GRAPH)))[0]
        self.assertEqual(self.to_gia(packed)[0], plain)

    def test_what_does_not_fit_is_reported_and_skipped(self):
        text = segments(
            waypoint("follow", "assumption", 99, 1, "x == 20"),
            waypoint("avoid", "branching", 5, 3, "false") + waypoint("follow", "branching", 5, 3, "true"),
            waypoint("follow", "target", 7, 7),
        )
        lines, dropped = self.to_gia(self.write("w.yml", yaml(text)))
        self.assertIn("state q2 cand", lines)
        self.assertEqual(len(dropped), 2)
        self.assertIn("line 99 matches no edge", dropped[0])
        self.assertIn("w.yml:15", dropped[0])
        self.assertIn("waypoints to avoid are not carried over", dropped[1])

    def test_later_entry_types_are_reported(self):
        text = segments(waypoint("follow", "thread_start", 4, 3), waypoint("follow", "target", 7, 7))
        lines, dropped = self.to_gia(self.write("w.yml", yaml(text)))
        self.assertIn("q0 -> q1 on main@7:7", lines)
        self.assertIn("a waypoint of type 'thread_start' is not carried over", dropped[0])

    def test_old_hashes_are_reported(self):
        _, dropped = self.to_gia(self.write("w.graphml", graphml(VIOLATION_GRAPH, digest="ab" * 20)))
        self.assertTrue(any("no SHA-256" in line for line in dropped), dropped)

    def test_witness_to_witness_passes_an_execution(self):
        for source, target in (("w.yml", "v.graphml"), ("w.graphml", "v.yml"), ("w.graphml", "v.graphml")):
            with self.subTest(source=source, target=target):
                text = yaml(SEQUENCE) if source.endswith("yml") else graphml(VIOLATION_GRAPH)
                out = self.folder / target
                self.convert(self.write(source, text), out)
                self.assertIn("x == 20", out.read_text())
                lines, _ = self.to_gia(out)
                self.assertTrue(any(line.endswith(" cand") for line in lines))

    def test_a_wrong_witness_is_not_written_again(self):
        wrong = graphml(VIOLATION_GRAPH.replace("x == 20;", "x == 21;"))
        out = self.folder / "v.yml"
        errors = self.convert(self.write("w.graphml", wrong), out, code=harness.UNDECIDED)
        self.assertIn("nothing was written", errors)
        self.assertFalse(out.exists())


class Correctness(Convert):
    def setUp(self):
        super().setUp()
        self.program = self.write("program.c", LOOP)

    INVARIANT = """  - invariant:
      type: "loop_invariant"
      location: {file_name: "program.c", line: 5, column: 3, function: "main"}
      value: "0 <= i && i <= 10"
      format: "c_expression"
"""
    GRAPH = """<node id="a"><data key="entry">true</data></node>
<node id="l"><data key="invariant">0 &lt;= i &amp;&amp; i &lt;= 10</data><data key="invariant.scope">main</data></node>
<edge source="a" target="l"><data key="startline">5</data><data key="enterLoopHead">true</data></edge>"""

    def test_invariants_claim_nothing(self):
        for name, text in (
            ("w.yml", yaml(self.INVARIANT, "invariant_set", LOOP_HASH)),
            ("w.graphml", graphml(self.GRAPH, "correctness_witness", LOOP_HASH)),
        ):
            with self.subTest(name=name):
                lines, dropped = self.to_gia(self.write(name, text))
                self.assertTrue(any("invariant" in line and "i <= 10" in line for line in lines), lines)
                self.assertFalse(any(re.search(r"^state \S+ (initial )?(ut|rt|cand)", line) for line in lines), lines)
                self.assertEqual(dropped, [])

    def test_there_and_back(self):
        source = self.write("w.yml", yaml(self.INVARIANT, "invariant_set", LOOP_HASH))
        known = self.folder / "known.gia"
        self.convert(source, known)
        for target in ("again.yml", "again.graphml"):
            again, twice = self.folder / target, self.folder / "twice.gia"
            self.convert(known, again)
            self.convert(again, twice)
            states = lambda file: sorted(re.findall(r"invariant (.*)", file.read_text()))
            self.assertEqual(states(known), states(twice))

    def test_other_positions_are_reported(self):
        graph = self.GRAPH.replace('<data key="enterLoopHead">true</data>', "")
        _, dropped = self.to_gia(self.write("w.graphml", graphml(graph, "correctness_witness", LOOP_HASH)))
        self.assertEqual(len(dropped), 1)
        self.assertIn("not that of one loop head", dropped[0])

    def test_conditions_of_claims_are_no_invariants(self):
        text = (f"tandem-gia 1\nprogram {LOOP_HASH} program.c\ndata-model LP64\nstate a initial\nstate b invariant i == 3\n"
                "state c ut\na -> b on main@4:3\nb -> b on main@4:7\nb -> c on main@5:10-\nend\n")
        errors = self.convert(self.write("part.gia", text), self.folder / "w.yml", code=harness.UNDECIDED)
        self.assertIn("are conditions of these, no claims", errors)
        self.assertFalse((self.folder / "w.yml").exists())

    def test_a_part_is_not_the_whole(self):
        text = f"tandem-gia 1\nprogram {LOOP_HASH} program.c\ndata-model LP64\nstate a initial\nstate b ut\na -> b on main@4:3\nend\n"
        errors = self.convert(self.write("part.gia", text), self.folder / "w.yml", code=harness.UNDECIDED)
        self.assertIn("a correctness witness has no place for ut", errors)


class Conditions(Convert):
    def test_reading(self):
        lines, dropped = self.to_gia(self.write("c.txt", CONDITION))
        self.assertEqual(dropped, [])
        ut = {line.split()[1] for line in lines if line.startswith("state ") and line.endswith(" ut")}
        cand = {line.split()[1] for line in lines if line.startswith("state ") and line.endswith(" cand")}
        verified = [line for line in lines if " -> " in line and line.split()[2] in ut]
        self.assertEqual({line.split(" on ")[1] for line in verified}, {"main@5:7-", "main@6:9-"})
        self.assertEqual([line.split(" on ")[1] for line in lines if " -> " in line and line.split()[2] in cand], ["main@6:9+"])

    def test_the_claims_hold(self):
        known = self.folder / "known.gia"
        self.convert(self.write("c.txt", CONDITION), known)
        result = run("check", self.program, known)
        self.assert_exit(result, harness.DONE)
        self.assertIn("ut: confirmed", result.stdout)

    def test_there_and_back(self):
        known, again, twice = self.folder / "known.gia", self.folder / "again.txt", self.folder / "twice.gia"
        self.convert(self.write("c.txt", CONDITION), known)
        errors = self.convert(known, again)
        self.assertIn("a condition automaton has no place for cand", errors)
        self.assertTrue(again.read_text().rstrip().endswith("END AUTOMATON"))
        self.convert(again, twice)
        result = run("compare", known, twice)
        self.assertIn("ut: the same", result.stdout, again.read_text() + twice.read_text())

    def test_everything_and_nothing(self):
        lines, _ = self.to_gia(self.write("all.txt", CONDITION.replace("INITIAL STATE ARG0", "INITIAL STATE __TRUE")))
        self.assertIn("state q0 initial ut", lines)
        lines, dropped = self.to_gia(self.write("none.txt", CONDITION.replace("INITIAL STATE ARG0", "INITIAL STATE ARG99")))
        self.assertTrue(any("nothing is covered" in line for line in dropped))

    def test_texts_that_match_nothing(self):
        self.assert_refused(self.write("c.txt", CONDITION.replace('"int x = __VERIFIER', '"int y = __VERIFIER')),
                            "c.txt:32:5: error: the program has no statement 'int y = __VERIFIER_nondet_int()'")
        lines, dropped = self.to_gia(self.write("d.txt", CONDITION.replace('"[x == 20]"', '"[x == 21]"')))
        self.assertTrue(any("'[x == 21]' matches no edge" in line for line in dropped), dropped)
        # A text that matches no edge does not verify the other side of that branch.
        self.assertFalse(any("main@6:9" in line for line in lines), lines)

    def test_a_side_in_other_words_is_not_verified(self):
        # Both sides are open; the text of one of them matches no edge.
        text = CONDITION.replace('    MATCH "[x > 10]" -> GOTO ARG8;',
                                 '    MATCH "[x > 10]" -> GOTO ARG8;\n    MATCH "[x <= 10]" -> GOTO __FALSE;')
        lines, dropped = self.to_gia(self.write("c.txt", text))
        self.assertTrue(any("'[x <= 10]' matches no edge" in line for line in dropped), dropped)
        self.assertFalse(any("main@5:7-" in line for line in lines), lines)

    def test_negated_conditions(self):
        program = self.write("negated.c", PROGRAM.replace("if (x > 10) {", "if (!(x <= 10)) {"))
        for taken, other in (("[!(x <= 10)]", "[x <= 10]"), ("[x <= 10]", "[!(x <= 10)]")):
            text = CONDITION.replace('"[x > 10]" -> GOTO ARG8', f'"{taken}" -> GOTO __FALSE;\n    MATCH "{other}" -> GOTO __FALSE')
            lines, _ = self.to_gia(self.write("c.txt", text), program=program)
            self.assertFalse(any(line.startswith("state ") and line.endswith(" ut") for line in lines), lines)

    def test_conditions_are_not_written(self):
        file = self.automaton("c.gia", "state a initial\nstate b\nstate c ut\nstate d ut\na -> a on main@4:3\n"
                                       "a -> b on main@4:11\nb -> c on main@5:7+ if x == 11\nb -> d on main@5:7-\n")
        out = self.folder / "out.txt"
        errors = self.convert(file, out)
        self.assertIn("dropped: b -> c: a condition automaton cannot express the condition 'x == 11'", errors)
        self.assertIn('MATCH "[!(x > 10)]" -> GOTO __TRUE;', out.read_text())
        self.assertNotIn('MATCH "[x > 10]" -> GOTO __TRUE;', out.read_text())


class Suites(Convert):
    def suite(self, *tests, specification="COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )", digest=HASH):
        folder = self.folder / "suite"
        self.write("suite/metadata.xml", f"""<?xml version="1.0"?>
<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
<test-metadata><sourcecodelang>C</sourcecodelang><producer>acme</producer>
<specification>{specification}</specification><programfile>program.c</programfile><programhash>{digest}</programhash>
<entryfunction>main</entryfunction><architecture>64bit</architecture></test-metadata>""")
        for i, inputs in enumerate(tests):
            self.write(f"suite/t{i}.xml", "<testcase>" + "".join(f"<input>{v}</input>" for v in inputs) + "</testcase>")
        return folder

    def test_replay(self):
        lines, dropped = self.to_gia(self.suite(["20"], ["11"], []))
        accepts = {line.split()[1]: line.split()[-1] for line in lines if line.startswith("state ")}
        ends = {line.split(" on ")[1].split(" if ")[0]: accepts[line.split()[2]] for line in lines if " -> " in line}
        self.assertEqual(ends["main@7:7"], "rt")
        self.assertEqual(ends["main@8:5"], "ut")
        self.assertTrue(any(" if x == 20" in line for line in lines))
        self.assertIn("cand", accepts.values())
        self.assertTrue(any("t2.xml: its run did not come to an end" in line for line in dropped), dropped)

    def test_the_claims_hold(self):
        known = self.folder / "known.gia"
        self.convert(self.suite(["20"], ["11"], ["5"]), known)
        result = run("check", self.program, known)
        self.assert_exit(result, harness.DONE)
        self.assertIn("2 confirmed", result.stdout)

    def test_there_and_back(self):
        known, tests = self.folder / "known.gia", self.folder / "again"
        self.convert(self.suite(["20"], ["20"], ["11"]), known)
        errors = self.convert(known, tests)
        self.assertIn("a test suite has no place for ut", errors)
        self.assertEqual(sorted(file.name for file in tests.iterdir()), ["metadata.xml", "test-1.xml"])
        self.assertIn(">20<", (tests / "test-1.xml").read_text())
        self.assertIn('coversError="true"', (tests / "test-1.xml").read_text())
        twice = self.folder / "twice.gia"
        self.convert(tests, twice)
        self.assertIn("rt: the same", run("compare", known, twice).stdout)

    def test_zip(self):
        plain, _ = self.to_gia(self.suite(["20"], ["11"]))
        for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
            bytes_ = io.BytesIO()
            with zipfile.ZipFile(bytes_, "w", method) as archive:
                for file in sorted((self.folder / "suite").iterdir()):
                    archive.write(file, f"test-suite/{file.name}")
            packed, _ = self.to_gia(self.write("suite.zip", bytes_.getvalue()))
            self.assertEqual(packed, plain)

    def test_goals(self):
        suite = self.suite(["11"], ["3"], specification="COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )")
        known, tests = self.folder / "known.gia", self.folder / "again"
        self.convert(suite, known)
        self.assertIn("property COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", known.read_text())
        self.assertEqual(len(re.findall(r"^state \S+ rt", known.read_text(), re.M)), 2)
        self.convert(known, tests)
        self.assertEqual(len(list(tests.glob("test-*.xml"))), 2)
        self.assertIn("DECISIONEDGE", (tests / "metadata.xml").read_text())

    def test_goals_of_the_papers_example(self):
        gia = harness.PROJECT / "test" / "golden" / "gia"
        tests = self.folder / "tests"
        errors = self.convert(gia / "figure8.gia", tests, program=gia / "threshold.c")
        inputs = [re.findall(r">(-?[0-9]+)</input>", file.read_text()) for file in sorted(tests.glob("test-*.xml"))]
        self.assertEqual(inputs, [["0"], ["40"]], errors)

    def test_random_inputs_reach_goals(self):
        file = self.automaton("goal.gia", "state a initial\nstate b rt\na -> a on main@4:3 main@4:11\na -> b on main@5:7+\n",
                              header="property COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n")
        self.convert(file, self.folder / "tests")
        self.assertGreater(int(re.search(r">(-?[0-9]+)</input>", (self.folder / "tests" / "test-1.xml").read_text())[1]), 10)

    def test_an_engine_finds_inputs(self):
        file = self.automaton("rt.gia", "state a initial\nstate b rt\na -> a on main@4:3 main@4:11 main@5:7+\na -> b on main@6:9+\n")
        tests = self.folder / "tests"
        self.convert(file, tests)
        self.assertIn(">20<", (tests / "test-1.xml").read_text())

    def test_candidates_that_lead_nowhere(self):
        file = self.automaton("cand.gia", "state a initial\nstate b cand\na -> a on main@4:3 main@4:11\na -> b on main@5:7-\n")
        errors = self.convert(file, self.folder / "tests", code=harness.UNDECIDED)
        self.assertIn("dropped: cand 'b', 1 steps: no test: no execution along it reaches a target", errors)
        self.assertFalse((self.folder / "tests").exists())

    def test_a_folder_with_tests(self):
        file = self.automaton("rt.gia", "state a initial\nstate b rt\na -> a on main@4:3\na -> b on main@4:11 if x == 20\n")
        result = run("convert", file, "-o", self.suite(["1"]), "--to", "suite", "--program", self.program)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("the folder has XML files already", result.stderr)


class Drawings(Convert):
    def test_dot_svg_json(self):
        file = self.automaton("a.gia", "state a initial\nstate b ut\na -> b on *\n")
        for name, text in (("a.dot", "palegreen"), ("a.json", '"states"'), ("a.svg", "<svg")):
            out = self.folder / name
            self.assert_exit(run("convert", file, "-o", out), harness.DONE)
            self.assertIn(text, out.read_text())
        xml.dom.minidom.parseString((self.folder / "a.svg").read_text())

    def test_usage(self):
        file = self.automaton("a.gia", "state a initial\n")
        self.assert_exit(run("convert", file), harness.WRONG_USAGE)
        self.assert_exit(run("convert", file, "-o", self.folder / "a.what"), harness.WRONG_USAGE)
        self.assert_exit(run("convert", file, "-o", self.folder / "w.yml"), harness.WRONG_USAGE)
        self.assert_exit(run("convert", self.write("w.yml", yaml(SEQUENCE)), "-o", self.folder / "a.gia"), harness.WRONG_USAGE)


LAUGHS = '<!DOCTYPE g [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\n'
OUTSIDE = '<!DOCTYPE g [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n'
LONG = b"a" * 100_000_000


class Refused(Convert):
    """One case for each kind of bad input and each reader that may encounter it."""

    def test_truncated(self):
        graph, sequence = graphml(VIOLATION_GRAPH), yaml(SEQUENCE)
        self.assert_refused(self.write("w.graphml", graph[: len(graph) // 2]), "w.graphml:")
        self.assert_refused(self.write("w.yml", sequence[: sequence.rindex("  - segment")]), "w.yml:")
        self.assert_refused(self.write("c.txt", CONDITION[:-20]), "c.txt:")
        self.assert_refused(self.write("t.xml", "<testcase>\n<input>1</input>\n"), "t.xml:2:17")
        self.assert_refused(self.write("w.graphml.gz", gzip.compress(graph.encode())[:-12]), "truncated")

    def test_contradictory(self):
        graph = VIOLATION_GRAPH.replace('<node id="b"/>', '<node id="b"><data key="entry">true</data></node>')
        self.assert_refused(self.write("w.graphml", graphml(graph)), "w.graphml:4:2: error: exactly one node")
        twice = segments(waypoint("follow", "target", 7, 7), waypoint("follow", "target", 7, 7))
        self.assert_refused(self.write("w.yml", yaml(twice)), "w.yml:15")
        state = "STATE USEFIRST ARG8 :\n    TRUE -> GOTO __TRUE;\n\nEND"
        self.assert_refused(self.write("c.txt", CONDITION.replace("END", state)), "the state 'ARG8' was there before")

    def test_accepting_states_that_are_left(self):
        self.assert_refused(self.automaton("a.gia", "state a initial\nstate b ut\na -> b on *\nb -> a on *\n"), "a.gia:7:1")

    def test_unknown_edges(self):
        self.assert_refused(self.automaton("a.gia", "state a initial\na -> a on main@99:1\n"), "a.gia:5:11")
        graph = VIOLATION_GRAPH.replace('target="v"', 'target="absent"')
        self.assert_refused(self.write("w.graphml", graphml(graph)), "there is no node 'absent'")
        self.assert_refused(self.write("c.txt", CONDITION.replace("GOTO ARG8", "GOTO ARG9")), "c.txt:40:5")

    def test_other_programs(self):
        other = "0" * 64
        for file in (
            self.write("w.graphml", graphml(VIOLATION_GRAPH, digest=other)),
            self.write("w.yml", yaml(SEQUENCE, digest=other)),
            self.write("i.yml", yaml(Correctness.INVARIANT, "invariant_set", other)),
            Suites.suite(self, ["1"], digest=other),
        ):
            self.assert_refused(file, "about another program")
        self.assert_refused(self.write("m.yml", yaml(SEQUENCE, model="ILP32")), "about data model 'ILP32'")

    def test_one_line_of_100_megabytes(self):
        for name, head, form in (
            ("a.gia", b"tandem-gia 1\nstate ", "gia"),
            ("w.graphml", b"<graphml>", "graphml"),
            ("w.yml", b"- entry_type: ", "yaml"),
            ("c.txt", b"OBSERVER AUTOMATON ", "condition"),
            ("t.xml", b"<testcase>", "suite"),
        ):
            with self.subTest(name=name):
                self.assert_refused(self.write(name, head + LONG), name, "--from", form)

    def test_not_utf_8(self):
        for name, text in (
            ("a.gia", b"tandem-gia 1\nstate \xff initial\nend\n"),
            ("w.graphml", graphml(VIOLATION_GRAPH).replace("acme", "\xfc").encode("latin-1")),
            ("w.yml", yaml(SEQUENCE).replace("acme", "\xfc").encode("latin-1")),
            ("c.txt", CONDITION.replace("[x > 10]", "\xfc").encode("latin-1")),
            ("t.xml", b"<testcase><input>\xff</input></testcase>"),
        ):
            with self.subTest(name=name):
                self.assert_refused(self.write(name, text), "this is not UTF-8")

    def test_gzip_bombs(self):
        for name, head in (("a.gia.gz", b"tandem-gia 1\n"), ("w.graphml.gz", b"<graphml>\n"), ("w.yml.gz", b"- entry_type: a\n"),
                           ("c.txt.gz", b"OBSERVER AUTOMATON a\n")):
            with self.subTest(name=name):
                self.assert_refused(self.write(name, gzip.compress(head + b" " * (1 << 28), 1)), name)

    def test_zip_bombs(self):
        bytes_ = io.BytesIO()
        with zipfile.ZipFile(bytes_, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr("a.xml", b" " * (1 << 28))
            archive.writestr("b.xml", b" " * (1 << 20))
        self.assert_refused(self.write("suite.zip", bytes_.getvalue()), "suite.zip")

    def test_entities(self):
        for trick in (LAUGHS, OUTSIDE):
            self.assert_refused(self.write("w.graphml", trick + "<graphml><graph>&b;</graph></graphml>"), "w.graphml:1:")
            self.assert_refused(self.write("t.xml", trick + "<testcase><input>&a;</input></testcase>"), "t.xml:1:")
            result = run("run", self.program, "--test", self.folder / "t.xml")
            self.assert_exit(result, harness.BAD_INPUT)

    def test_deep_nesting(self):
        self.assert_refused(self.write("w.yml", "- entry_type: " + "[" * 100_000), "w.yml")
        self.assert_refused(self.write("w.graphml", "<graphml>" + "<a>" * 100_000), "w.graphml")

    def test_values_that_are_none(self):
        self.assert_refused(self.write("t.xml", "<testcase><input>many</input></testcase>"), "t.xml: error: the input 'many'")

    def test_counters(self):
        text = CONDITION.replace("INITIAL STATE", "LOCAL int branchingCount = 0;\nINITIAL STATE")
        self.assert_refused(self.write("c.txt", text), "c.txt:3:1: error: variables (LOCAL) are not read")

    def test_no_format_at_all(self):
        self.assert_refused(self.write("letter.doc", "Dear Ada,\n"), "this is none of the formats")
        self.assert_refused(self.folder / "missing.yml", "missing.yml")


if __name__ == "__main__":
    harness.main()
