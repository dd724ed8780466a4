"""tandem show: every format of every subject, complete files or none, the same bytes each time."""
import json
import os
import subprocess
import xml.dom.minidom

import harness
from harness import CliTest, run

PROGRAM = """extern int __VERIFIER_nondet_int(void);
static int twice(int x) { return 2 * x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int* p = &x;
  if (*p > 3)
    x = twice(x);
  return x;
}
"""


class Show(CliTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("program.c", PROGRAM)

    def shown(self, *words):
        result = run("show", *words, self.program)
        self.assert_exit(result, harness.DONE)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def test_text_names_every_branch(self):
        text = self.shown("cfa")
        for part in ("main@6:7+", "main@6:7-", "twice", "return"):
            self.assertIn(part, text)

    def test_what_only_a_run_can_tell_names_the_function_that_is_asked(self):
        program = self.write("u.c", "#include <errno.h>\n#include <stdlib.h>\nint main(void) { union { char c; int i; } u = {1};\n"
                                    "  return mkstemp(\"name\") < 0 && errno == u.i; }\n")
        result = run("show", "cfa", program)
        self.assert_exit(result, 0)
        self.assertIn("= tandem_unspecified_int()", result.stdout)
        self.assert_exit(run("reduce", program, "--slice", "-o", self.folder / "s.c"), 0)

    def test_json(self):
        model = json.loads(self.shown("cfa", "--format", "json"))
        self.assertIn("main", [function["name"] for function in model["functions"]])

    def test_dot_and_svg(self):
        dot = self.shown("cfa", "--format", "dot")
        checked = subprocess.run(["dot", "-Tplain"], input=dot, text=True, capture_output=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        drawing = xml.dom.minidom.parseString(self.shown("cfa", "--format", "svg"))
        self.assertEqual(drawing.documentElement.tagName, "svg")

    def test_alias(self):
        self.assertIn("main::x  bytes 0 to 3", self.shown("alias"))
        self.assertIn("main::x", json.dumps(json.loads(self.shown("alias", "--format", "json"))))
        drawing = xml.dom.minidom.parseString(self.shown("alias", "--format", "svg"))
        self.assertEqual(drawing.documentElement.tagName, "svg")

    def test_ssa_and_vc(self):
        source = 'extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n' \
                 '  int x = __VERIFIER_nondet_int();\n  while (x < 5) x = x + 1;\n  if (x < 5) reach_error();\n}\n'
        self.program = self.write("loop.c", source)
        text = self.shown("ssa", "--unwind", "2")
        self.assertRegex(text, r"(?m)^  x!\d+ := .*input.* \+ 1$")
        self.assertIn(f"// {self.program}:6", text)
        self.assertEqual(text, self.shown("ssa", "--unwind", "2"))
        self.assertLess(len(text), len(self.shown("ssa", "--unwind", "4")))
        blocks = json.loads(self.shown("ssa", "--format", "json"))["blocks"]
        self.assertIn("assert", [s["kind"] for block in blocks for s in block["statements"]])
        drawing = xml.dom.minidom.parseString(self.shown("ssa", "--format", "svg"))
        self.assertEqual(drawing.documentElement.tagName, "svg")
        for method, count in (("se", 2), ("sp", 1), ("cnf", 1)):
            text = self.shown("vc", "--method", method, "--unwind", "2")
            self.assertEqual(text.count("Condition "), count, text)
            self.assertRegex(text, r"(?m)^  x!\d+ < 5$")
            found = json.loads(self.shown("vc", "--method", method, "--format", "json"))
            self.assertEqual(len(found["conditions"]), count)
        result = run("show", "vc", self.program, "--method", "wp")
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("se, sp, cnf, pcnf, scnf, pscnf", result.stderr)

    def test_a_format_that_makes_no_sense_names_those_that_do(self):
        result = run("show", "alias", self.program, "--format", "c")
        self.assert_exit(result, harness.WRONG_USAGE)
        self.assertIn("text, dot, svg, json", result.stderr)

    def test_svg_without_graphviz(self):
        environment = {"PATH": str(self.folder), "HOME": str(self.folder)}
        result = run("show", "cfa", self.program, "--format", "svg", "-o", self.folder / "out.svg", env=environment)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("apt-get install graphviz", result.stderr)
        self.assertFalse((self.folder / "out.svg").exists())

    def test_written_c_behaves_the_same_and_has_a_map(self):
        out = self.folder / "again.c"
        self.shown("cfa", "--format", "c", "-o", out)
        runs = [json.loads(run("run", file, "--inputs=7", "--json").stdout) for file in (self.program, out)]
        self.assertEqual([r["exit_code"] for r in runs], [14, 14])
        lines = json.loads((self.folder / "again.c.map.json").read_text())
        self.assertIn("main@6:7+", json.dumps(lines))
        self.assertIn(f'#line 3 "{self.program}"', out.read_text())

    def test_same_input_same_bytes(self):
        for form in ("text", "dot", "json", "c"):
            self.assertEqual(self.shown("cfa", "--format", form), self.shown("cfa", "--format", form))

    def test_a_file_that_is_written_replaces_the_old_one_whole(self):
        out = self.write("out.txt", "old " * 100000)
        self.shown("cfa", "-o", out)
        self.assertEqual(out.read_text(), self.shown("cfa"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["out.txt", "program.c"])

    def test_dev_stdout_as_output(self):
        self.assertEqual(self.shown("cfa", "-o", "/dev/stdout"), self.shown("cfa"))

    def test_old_code_is_accepted_with_a_warning(self):
        program = self.write("old.c", "int main(void) { int* p = 4; return undeclared(p); }\n")
        result = run("show", "cfa", program)
        self.assert_exit(result, harness.DONE)
        self.assertIn("old.c:1:", result.stderr)
        self.assertIn("warning:", result.stderr)


if __name__ == "__main__":
    harness.main()
