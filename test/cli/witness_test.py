"""Proofs as witnesses: tandem verify writes them, tandem check confirms them, and does not if they were modified."""
import json
import pathlib
import re
import unittest

import harness
from harness import CliTest, run

try:
    import yaml
except ImportError:
    yaml = None
try:
    import jsonschema
except ImportError:
    jsonschema = None

PROGRAMS = harness.PROJECT / "test" / "programs" / "witness"
SCHEMA = harness.PROJECT / "docs" / "formats" / "witness.schema.json"
COUNTERS = PROGRAMS / "counters_true.c"


class Witness(CliTest):
    def prove(self, program, *words):
        witness = self.folder / "witness.yml"
        result = run("verify", program, "--witness", witness, "-q", "--cpu", "60s", *words)
        self.assert_exit(result, harness.DONE)
        return witness

    def check(self, program, witness, code, *words, cpu="40s"):
        result = run("check", program, witness, "--cpu", cpu, *words)
        self.assert_exit(result, code)
        return result.stdout

    def tamper(self, witness, old, new):
        text = witness.read_text()
        self.assertIn(old, text)
        return self.write("tampered.yml", text.replace(old, new))


class RoundTrip(Witness):
    def test_proofs_of_every_engine_are_confirmed(self):
        for program in sorted(PROGRAMS.glob("*_true.c")):
            engines = re.findall(r"^// expect: (\S+) +true", program.read_text(), re.MULTILINE)
            self.assertTrue(engines, program)
            for engine in engines:
                with self.subTest(program=program.name, engine=engine):
                    witness = self.prove(program, "--engine", engine)
                    self.assertIn("witness: confirmed", self.check(program, witness, harness.DONE))

    def test_the_default_strategy_passes_the_proof_on(self):
        witness = self.prove(COUNTERS)
        self.assertIn("loop_invariant", witness.read_text())
        self.check(COUNTERS, witness, harness.DONE)

    def test_any_solver_may_check(self):
        witness = self.prove(COUNTERS)
        self.assertIn("with sat", self.check(COUNTERS, witness, harness.DONE, "--solver", "sat"))
        self.check(COUNTERS, witness, harness.WRONG_USAGE, "--solver", "magic")


class Formats(Witness):
    def test_other_versions_are_confirmed_too(self):
        witness = self.prove(COUNTERS, "--witness-format", "2.1")
        self.assertIn('format_version: "2.1"', witness.read_text())
        self.assertIn("witness: confirmed", self.check(COUNTERS, witness, harness.DONE))
        witness = self.prove(COUNTERS, "--witness-format", "1.0")
        self.assertIn("<graphml", witness.read_text())
        graphml, back = self.write("witness.graphml", witness.read_text()), self.folder / "back.yml"
        self.assert_exit(run("convert", graphml, "-o", back, "--program", COUNTERS), harness.DONE)
        self.assertIn("loop_invariant", back.read_text())


@unittest.skipIf(yaml is None or jsonschema is None, "python3-yaml and python3-jsonschema are not installed")
class Schema(Witness):
    def valid(self, witness):
        entries = yaml.safe_load(witness.read_text())
        jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(entries)
        return entries[0]

    def test_proofs_and_violations_of_both_versions(self):
        unsafe = self.write("ü b 'c\".c", "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nstatic int twice(int x) { return 2 * x; }\n"
                                          "int main(void) {\n  int x = __VERIFIER_nondet_int(), n = 0;\n  while (n < 3)\n    n++;\n  switch (x) {\n  case 7:\n"
                                          "    if (twice(x) == 14 && n == 3)\n      reach_error();\n  }\n  return 0;\n}\n")
        for version in ("2.0", "2.1"):
            self.assertEqual(self.valid(self.prove(COUNTERS, "--witness-format", version))["metadata"]["format_version"], version)
            found = self.folder / "found.yml"
            self.assert_exit(run("verify", unsafe, "-q", "--cpu", "60s", "--witness", found, "--witness-format", version), harness.REACHED)
            content = self.valid(found)["content"]
            kinds = [[each["waypoint"]["type"] for each in segment["segment"]] for segment in content]
            self.assertEqual([kind for segment in kinds for kind in segment].count("target"), 1)
            self.assertEqual(kinds[-1][-1], "target")
            self.assertIn("witness: confirmed", run("check", unsafe, found, "--cpu", "40s").stdout)

    def test_the_schema_refuses_what_is_wrong(self):
        witness = self.prove(COUNTERS)
        for old, new in (('language: "C"', 'language: "D"'), ("loop_invariant", "loop_invariants"), ('format_version: "2.0"', 'format_version: "3.0"'), ("line: ", "line: -")):
            with self.assertRaises(jsonschema.ValidationError, msg=new):
                self.valid(self.tamper(witness, old, new))


class Form(Witness):
    @unittest.skipIf(yaml is None, "python3-yaml is not installed")
    def test_it_is_what_the_format_demands(self):
        entries = yaml.safe_load(self.prove(COUNTERS).read_text())
        self.assertEqual(len(entries), 1)
        entry = entries[0]
        self.assertEqual(set(entry), {"entry_type", "metadata", "content"})
        self.assertEqual(entry["entry_type"], "invariant_set")
        metadata = entry["metadata"]
        self.assertEqual(metadata["format_version"], "2.0")
        self.assertRegex(metadata["uuid"], r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        self.assertRegex(str(metadata["creation_time"]), r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
        self.assertEqual(set(metadata["producer"]), {"name", "version"})
        task = metadata["task"]
        self.assertEqual(set(task), {"input_files", "input_file_hashes", "specification", "data_model", "language"})
        self.assertEqual(list(task["input_file_hashes"]), task["input_files"])
        self.assertTrue(entry["content"])
        lines = COUNTERS.read_text().split("\n")
        for element in entry["content"]:
            self.assertEqual(set(element), {"invariant"})
            invariant = element["invariant"]
            self.assertEqual(set(invariant), {"type", "location", "value", "format"})
            self.assertEqual(invariant["format"], "c_expression")
            location = invariant["location"]
            self.assertEqual(location["function"], "main")
            self.assertEqual(location["file_name"], task["input_files"][0])
            text = lines[location["line"] - 1][location["column"] - 1:]
            if invariant["type"] == "loop_invariant":
                self.assertRegex(text, r"^(for|while|do)\b")
            else:
                self.assertEqual(invariant["type"], "location_invariant")


class Tampered(Witness):
    def setUp(self):
        super().setUp()
        self.witness = self.write("witness.yml", WITNESS.format(program=COUNTERS, line=LOOP, value="sum == 2 * i"))

    def changed(self, **changes):
        fields = {"program": COUNTERS, "line": LOOP, "value": "sum == 2 * i", **changes}
        return self.write("changed.yml", WITNESS.format(**fields))

    def test_the_original_is_confirmed(self):
        self.assertIn("witness: confirmed: 1 invariant", self.check(COUNTERS, self.witness, harness.DONE))

    def test_a_false_invariant_is_refuted_with_inputs(self):
        said = self.check(COUNTERS, self.changed(value="sum == 2 * i && i < 3"), harness.REACHED)
        self.assertRegex(said, r"changed\.yml:\d+:\d+: 'sum == 2 \* i && i < 3' at line \d+ does not hold")
        inputs = re.search(r"\(inputs (-?\d+)\)", said)
        self.assertGreaterEqual(int(inputs[1]), 3)
        self.assertIn("witness: refuted", said)

    def test_a_weak_invariant_is_not_confirmed(self):
        said = self.check(COUNTERS, self.changed(value="i >= 0"), harness.UNDECIDED, cpu="2s")
        self.assertIn("witness: not decided", said)

    def test_an_unknown_line_is_named(self):
        said = self.check(COUNTERS, self.changed(line=999), harness.UNDECIDED, cpu="2s")
        self.assertRegex(said, r"changed\.yml:\d+:\d+: dropped: .*line 999")

    def test_what_is_no_expression_is_named(self):
        said = self.check(COUNTERS, self.changed(value="sum == absent"), harness.UNDECIDED, cpu="2s")
        self.assertIn("dropped: 'sum == absent'", said)

    def test_a_claim_that_was_dropped_is_not_confirmed_by_the_others(self):
        text = self.changed().read_text() + INVARIANT.format(program=COUNTERS, line=999, value="1")
        said = self.check(COUNTERS, self.write("more.yml", text), harness.UNDECIDED)
        self.assertIn("the property was proved", said)

    def test_a_proof_of_a_wrong_program_is_refuted(self):
        wrong = self.write("wrong.c", COUNTERS.read_text().replace("sum += 2", "sum += 3"))
        said = self.check(wrong, self.changed(program=wrong, value="i >= 0"), harness.REACHED)
        self.assertIn("the property does not hold", said)

    def test_another_program_is_bad_input(self):
        witness = self.prove(COUNTERS, "--engine", "kinduction")
        other = self.write("other.c", COUNTERS.read_text() + "\n")
        result = run("check", other, witness)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("another program", result.stderr)

    def test_what_is_no_witness_is_bad_input_at_its_line(self):
        for text, line in (("- entry_type: [\n", 2), ("- entry_type: invariant_set\n  content: []\n", 1)):
            bad = self.write("bad.yml", text)
            result = run("check", COUNTERS, bad)
            self.assert_exit(result, harness.BAD_INPUT)
            self.assertRegex(result.stderr, rf"bad\.yml:{line}:")


class Violation(Witness):
    def setUp(self):
        super().setUp()
        self.program = self.write("wrong.c", COUNTERS.read_text().replace("sum += 2", "sum += 3"))
        self.witness = self.folder / "violation.yml"
        result = run("verify", self.program, "--engine", "bmc", "--witness", self.witness, "-q", "--cpu", "60s")
        self.assert_exit(result, harness.REACHED)

    def test_waypoints_that_lead_to_the_error_are_confirmed(self):
        said = self.check(self.program, self.witness, harness.DONE)
        self.assertRegex(said, r"witness: confirmed: .*\(inputs \d+\)")

    def test_waypoints_that_do_not_are_refuted(self):
        text = re.sub(r'"n == \d+"', '"n == 0"', self.witness.read_text())
        said = self.check(self.program, self.write("changed.yml", text), harness.REACHED)
        self.assertIn("witness: refuted", said)


WITNESS = """- entry_type: "invariant_set"
  metadata:
    format_version: "2.0"
    producer: {{name: "acme"}}
  content:
"""
INVARIANT = """  - invariant:
      type: "loop_invariant"
      location: {{file_name: "{program}", line: {line}, function: "main"}}
      value: "{value}"
      format: "c_expression"
"""
WITNESS += INVARIANT
LOOP = next(i for i, line in enumerate(COUNTERS.read_text().split("\n"), 1) if "while" in line)


if __name__ == "__main__":
    harness.main()
