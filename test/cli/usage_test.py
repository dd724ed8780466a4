"""Help, version, and wrong usage."""
import re
import subprocess

import harness
from harness import CliTest, run


def command_names():
    listing = run("--help").stdout.split("Commands:")[1]
    return re.findall(r"^  (\w+) ", listing, re.MULTILINE)


class Usage(CliTest):
    def test_version(self):
        result = run("--version")
        self.assert_exit(result, harness.DONE)
        self.assertRegex(result.stdout, r"^tandem \d+\.\d+\.\d+\n")

    def test_every_command_explains_itself_with_examples(self):
        names = command_names()
        self.assertIn("doctor", names)
        for name in names:
            with self.subTest(command=name):
                result = run(name, "--help")
                self.assert_exit(result, harness.DONE)
                self.assertIn(f"tandem {name}", result.stdout)
                examples = result.stdout.split("Examples:")[1]
                self.assertIn(f"\n  tandem {name}", examples)

    def test_help_fits_a_terminal(self):
        for name in command_names():
            explanation = run(name, "--help").stdout.split("Options:")[1].split("\n\n", 1)[1]
            for line in explanation.splitlines():
                self.assertLessEqual(len(line), 120, line)

    def assert_wrong_usage(self, result, text):
        self.assert_exit(result, harness.WRONG_USAGE)
        self.assertEqual(result.stdout, "")
        self.assertIn(text, result.stderr)
        self.assertIn("--help", result.stderr)

    def test_unknown_command_lists_the_valid_ones(self):
        result = run("frobnicate")
        self.assert_wrong_usage(result, "unknown command 'frobnicate'")
        for name in command_names():
            self.assertIn(name, result.stderr)
        self.assertNotIn("did you mean", result.stderr)

    def test_misspelt_command_gets_a_suggestion(self):
        self.assert_wrong_usage(run("docter"), "did you mean 'doctor'?")

    def test_no_command(self):
        self.assert_wrong_usage(run(), "no command given")

    def test_more_or_less_is_said(self):
        program = self.write("a.c", "int main(void) { return 0; }\n")
        words = ("verify", program, "--engine", "bmc")
        self.assertEqual(run(*words, "-q").stderr, "")
        self.assertRegex(run(*words).stderr, r"(?m)^bound 1: unwinding$")
        verbose = run(*words, "-v").stderr
        self.assertRegex(verbose, r"(?m)^\[ +\d+\.\d\d s\] bound 1: unwinding$")
        self.assertRegex(verbose, r"(?m)^Figure terms: \d+$")
        self.assert_exit(run(*words, "-q", "-v"), harness.WRONG_USAGE)

    def test_unknown_option(self):
        for words in (["doctor", "--no-such-option"], ["--no-such-option"]):
            with self.subTest(words=words):
                self.assert_wrong_usage(run(*words), "--no-such-option")

    def test_standard_output_that_cannot_be_written(self):
        many = self.write("many.c", "int main(void) {\n" + "  { int x = 1; x++; }\n" * 2000 + "  return 0;\n}\n")  # more than a buffer
        for words in (["--help"], ["show", "cfa", many]):
            with self.subTest(words=words[:1]), open("/dev/full", "w") as full:
                result = subprocess.run([harness.TANDEM, *map(str, words)], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(result.returncode, harness.BAD_INPUT, result.stderr)
                self.assertEqual(result.stderr, "tandem: error: cannot write to standard output\n")


class Generated(CliTest):
    def test_manual_page_names_every_command_and_has_no_troff_errors(self):
        page = run("generate", "man").stdout
        for name in command_names():
            self.assertIn(f".SS tandem {name}", page)
        checked = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8"], input=page, text=True, capture_output=True)
        self.assertEqual(checked.stderr, "")

    def test_bash_completion(self):
        script = self.write("completion.bash", run("generate", "bash").stdout)
        asked = f"source {script}; COMP_WORDS=(tandem doc); COMP_CWORD=1; _tandem; echo ${{COMPREPLY[@]}}"
        result = subprocess.run(["bash", "-c", asked], text=True, capture_output=True)
        self.assertEqual((result.stdout, result.stderr), ("doctor\n", ""))
        asked = f"source {script}; COMP_WORDS=(tandem doctor --j); COMP_CWORD=2; _tandem; echo ${{COMPREPLY[@]}}"
        result = subprocess.run(["bash", "-c", asked], text=True, capture_output=True)
        self.assertEqual((result.stdout, result.stderr), ("--json\n", ""))


if __name__ == "__main__":
    harness.main()
