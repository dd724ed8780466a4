"""The files in which a verdict is written for other programs: JSON by its schema, SARIF, JUnit, annotations."""
import json
import xml.etree.ElementTree

import harness
from harness import CliTest, run

try:
    import jsonschema
except ImportError:
    jsonschema = None

SCHEMA = harness.PROJECT / "docs" / "formats" / "outcome.schema.json"

FALSE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int x) { return 2 * x; }
int main(void) {
  char c = 0;
  int x = __VERIFIER_nondet_int();
  /* äö */ if (twice(x) == 84 && c == 0) reach_error();
  return 0;
}
"""
TRUE = FALSE.replace("== 84", "== 85")
OPEN = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  if (i != n) reach_error();
}
"""
NAME = "sp ace 'quote\" <ä>.c"


class ResultFiles(CliTest):
    def verified(self, text, code, *words, command="verify"):
        self.program = self.write(NAME, text)
        result = run(command, "-q", self.program, *words, cwd=self.folder)
        self.assert_exit(result, code)
        return result

    def check_schema(self, document):
        if jsonschema is None:
            self.skipTest("python3-jsonschema is not installed; scripts/setup installs it")
        jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(document)

    def test_json_of_every_verdict_fits_the_schema(self):
        cases = [(FALSE, harness.REACHED, ()), (TRUE, harness.DONE, ()),
                 (OPEN, harness.UNDECIDED, ("--engine", "value", "--loop-iterations", "3", "--cpu", "20s")),
                 (FALSE, harness.REACHED, ("--check", "overflow"))]
        for text, code, words in cases:
            result = self.verified(text, code, *words, "--json", "out.json")
            document = json.loads((self.folder / "out.json").read_text())
            self.check_schema(document)
            self.assertEqual(document["exit-code"], code)
            self.assertTrue(result.stdout.splitlines()[-1].startswith("Result: "))
        self.verified(TRUE, harness.DONE, "--json", "out.json", command="gamble")
        self.check_schema(json.loads((self.folder / "out.json").read_text()))

    def test_json_is_readable(self):
        self.verified(FALSE, harness.REACHED, "--json", "out.json")
        document = json.loads((self.folder / "out.json").read_text())
        (given,) = document["counterexample"]["inputs"]
        self.assertEqual((given["type"], given["function"], given["place"]["line"]), ("int", "__VERIFIER_nondet_int", 6))
        self.assertEqual(int(given["value"]) * 2 % 2**32, 84)
        self.assertEqual(given["place"]["file"], str(self.program))
        last = document["counterexample"]["steps"][-1]
        self.assertEqual((last["outcome"], last["place"]["line"]), ("the error", 7))
        (target,) = document["targets"]
        self.assertEqual((target["state"], target["kind"], target["place"]["line"]), ("reached", "error-call", 7))

    def test_standard_output_has_the_file_alone(self):
        result = self.verified(FALSE, harness.REACHED, "--json", "-")
        document = json.loads(result.stdout)
        self.check_schema(document)
        self.assertIn("Result: FALSE", result.stderr)
        self.assertIn("--json -", document["command"])
        with open(self.folder / "redirected", "w") as out:
            harness.subprocess.run([harness.TANDEM, "verify", "-q", self.program, "--sarif", "-"], stdout=out,
                                   stderr=harness.subprocess.DEVNULL, timeout=120)
        self.assertEqual(json.loads((self.folder / "redirected").read_text())["version"], "2.1.0")
        result = self.verified(FALSE, harness.WRONG_USAGE, "--json", "-", "--sarif", "-")
        self.assertIn("only one file can be standard output", result.stderr)

    def test_json_says_what_is_wrong_with_the_input(self):
        result = self.verified("int main(void) { return x; }", harness.BAD_INPUT, "--json", "-")
        document = json.loads(result.stdout)
        self.check_schema(document)
        self.assertEqual((document["verdict"], document["error"]["place"]["line"]), ("ERROR", 1))
        result = self.verified(TRUE, harness.WRONG_USAGE, "--json", "-", "--engine", "bmc", "--strategy", "cmc")
        self.check_schema(json.loads(result.stdout))

    def test_sarif_has_a_result_with_its_code_flow(self):
        self.verified(FALSE, harness.REACHED, "--sarif", "out.sarif")
        (log_run,) = json.loads((self.folder / "out.sarif").read_text())["runs"]
        (result,) = log_run["results"]
        rules = log_run["tool"]["driver"]["rules"]
        self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        physical = result["locations"][0]["physicalLocation"]
        self.assertIn("sp%20ace%20%27quote%22%20%3C%C3%A4%3E.c", physical["artifactLocation"]["uri"])
        # The column counts characters, of which two in front of it have two bytes.
        line = FALSE.splitlines()[6]
        self.assertEqual(physical["region"]["startColumn"], line.index("reach_error") + 1)
        steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
        self.assertEqual([step["executionOrder"] for step in steps], list(range(1, len(steps) + 1)))
        self.assertIn("the error", steps[-1]["location"]["message"]["text"])

    def test_sarif_of_a_proof_has_no_result_and_what_is_open_is_a_notification(self):
        self.verified(TRUE, harness.DONE, "--sarif", "out.sarif")
        self.assertEqual(json.loads((self.folder / "out.sarif").read_text())["runs"][0]["results"], [])
        self.verified(OPEN, harness.UNDECIDED, "--engine", "value", "--loop-iterations", "3", "--cpu", "20s", "--sarif",
                      "out.sarif")
        (log_run,) = json.loads((self.folder / "out.sarif").read_text())["runs"]
        self.assertEqual(log_run["results"], [])
        notes = log_run["invocations"][0]["toolExecutionNotifications"]
        self.assertTrue(any("undecided" in note["message"]["text"] for note in notes), notes)

    def test_junit_has_one_case_for_each_target(self):
        self.verified(FALSE, harness.REACHED, "--junit", "out.xml")
        (suite,) = xml.etree.ElementTree.parse(self.folder / "out.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("1", "1"))
        (failure,) = suite[0]
        self.assertIn("reach_error() is called", failure.get("message"))
        self.assertIn("The path to the error", failure.text)

    def test_annotations_name_file_and_line(self):
        result = self.verified(FALSE, harness.REACHED, "--annotations", "github")
        (line,) = [line for line in result.stderr.splitlines() if line.startswith("::")]
        self.assertRegex(line, r"^::error file=.*sp ace 'quote\" <ä>.c,line=7,col=\d+,title=tandem%3A error-call::"
                               r"reach_error\(\) is called; inputs: ")
        result = self.verified(FALSE, harness.REACHED, "--annotations", "lines")
        self.assertRegex(result.stderr, r"(?m)^.*<ä>.c:7:\d+: error: reach_error\(\) is called; inputs: ")


if __name__ == "__main__":
    harness.main()
