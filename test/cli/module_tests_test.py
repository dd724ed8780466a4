"""tandem test --function: modules without main, and suites as C files, corpora and archives."""
import json
import re
import shutil
import subprocess
import zipfile

from harness import BAD_INPUT, DONE, UNDECIDED, WRONG_USAGE, CliTest, main, run

MODULE = """struct point { int x, y; };
struct node { int value; struct node *next; };
typedef struct { unsigned flags : 3; char name[4]; struct point at; } item;
extern int sensor(int channel);
static int helper(int a) { return a > 3; }
int clamp(int value, int low, int high) {
  if (value < low) return low;
  if (value > high) return high;
  return value;
}
int sum(const struct node *list) {
  int result = 0;
  for (; list; list = list->next) result += list->value;
  if (result == 4711) return -1;
  return result;
}
int item_kind(const item *it, const char *text, double scale) {
  if (!it || !text) return -1;
  if (it->flags == 5 && it->name[2] == 'x') return 1;
  if (it->at.x == 1000 && text[0] == 'o' && text[1] == 'k') return 2;
  if (scale > 2.5) return 3;
  return helper(it->at.y);
}
int poll(int n) {
  for (int i = 0; i < n && i < 4; i++)
    if (sensor(i) == 77) return i;
  return -1;
}
int apply(int (*f)(int), int x) { return f ? f(x) == 9 : 2; }
struct answer { enum { NONE, SOME } kind; int value; };
struct answer ask(const int *p) {
  struct answer result = {NONE, 0};
  if (p) result.kind = SOME, result.value = *p;
  return result;
}
"""


class Modules(CliTest):
    def generate(self, function, *words, code=DONE):
        self.program = self.write("module.c", MODULE)
        self.suite = self.folder / "suite"
        result = run("test", self.program, "--function", function, "--out", self.suite, "--cpu", "20s", *words)
        self.assert_exit(result, code)
        self.table = json.loads((self.suite / "goals.json").read_text())
        return result

    def compile_and_run(self, module=None):
        text = (self.suite / "tests.c").read_text()
        command, tests = re.search(r"^//   (gcc .*) && (\S*)$", text, re.M).groups()
        built = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr + text)
        return subprocess.run([tests], cwd=self.folder, capture_output=True, text=True, timeout=60)

    def test_scalars(self):
        self.generate("clamp", "--format", "c")
        self.assertEqual((self.table["covered"], self.table["open"]), (4, 0))
        self.assertEqual({goal["file"] for goal in self.table["goals"]}, {str(self.program)})
        ran = self.compile_and_run()
        self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertIn("CHECK(clamp(", (self.suite / "tests.c").read_text())
        self.program.write_text(MODULE.replace("return high;", "return high + 1;"))
        ran = self.compile_and_run()
        self.assertEqual(ran.returncode, 1, ran.stdout)

    def test_lists_records_and_texts(self):
        self.generate("sum", "--format", "c")
        self.assertEqual((self.table["covered"], self.table["open"]), (4, 0))
        self.assertEqual(self.compile_and_run().returncode, 0)
        shutil.rmtree(self.suite)
        self.generate("item_kind", "--format", "c")
        self.assertEqual((self.table["open"], self.table["unreachable"]), (0, 0))
        self.assertEqual(self.compile_and_run().returncode, 0)

    def test_every_test_checks_what_is_returned(self):
        self.generate("clamp", "--format", "c")
        tests = re.findall(r"static void test_\d+\(void\) \{.*?\n\}", (self.suite / "tests.c").read_text(), re.S)
        self.assertEqual(len(tests), len(self.table["tests"]))
        for test in tests:
            self.assertIn("CHECK(clamp(", test)

    def test_records_by_value(self):
        self.generate("ask", "--format", "c")
        self.assertEqual((self.table["covered"], self.table["open"]), (2, 0))
        self.assertEqual(self.compile_and_run().returncode, 0)

    def test_names_relative_to_the_folder_of_the_call(self):
        self.write("module.c", MODULE)
        words = ["--function", "clamp", "--format", "c", "--out", "tests/of clamp", "--cpu", "20s"]
        self.assert_exit(run("test", "module.c", *words, cwd=self.folder), DONE)
        text = (self.folder / "tests" / "of clamp" / "tests.c").read_text()
        command = re.search(r"^//   (gcc .*)$", text, re.M)[1]
        ran = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_stubs_and_callbacks(self):
        self.generate("poll", "--format", "c")
        self.assertEqual((self.table["covered"], self.table["open"]), (6, 0))
        self.assertEqual(self.compile_and_run().returncode, 0)
        shutil.rmtree(self.suite)
        self.generate("apply", "--format", "c")
        self.assertEqual(self.table["open"], 0)
        self.assertEqual(self.compile_and_run().returncode, 0)

    def test_proofs_rest_on_the_objects(self):
        self.program = self.write("module.c", MODULE + """
        int same(const int *p, const int *q) { if (p && p == q) return 1; return 0; }""")
        result = run("test", self.program, "--function", "same", "--out", self.folder / "same", "--cpu", "20s")
        self.assert_exit(result, DONE)
        self.assertIn("p is null or leads to 8 elements of its own", result.stdout)

    def test_a_suite_for_another_function(self):
        self.generate("clamp")
        result = run("coverage", self.program, "--function", "sum", "--suite", self.suite)
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("the tests are for the function 'clamp', not 'sum'", result.stderr)

    def test_coverage_of_a_function(self):
        self.generate("item_kind")
        result = run("coverage", self.program, "--function", "item_kind", "--suite", self.suite, "--json",
                     self.folder / "out.json")
        self.assert_exit(result, DONE)
        measured = json.loads((self.folder / "out.json").read_text())
        self.assertEqual(measured["branches"]["covered"], self.table["covered"])

    def test_what_cannot_be_called(self):
        program = self.write("module.c", MODULE)
        result = run("test", program, "--function", "helper", "--out", self.folder / "s")
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("static", result.stderr)
        self.assert_exit(run("test", program, "--function", "nowhere", "--out", self.folder / "s"), BAD_INPUT)
        self.assert_exit(run("test", program, "--function", "clamp", "--out", self.folder / "s", "--condition-out",
                             self.folder / "c.gia"), WRONG_USAGE)


PROGRAM = """extern int __VERIFIER_nondet_int(void); extern void abort(void), reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 10) abort();
  if (x == 20) return 7;
  if (x > 30 && __VERIFIER_nondet_int() == x) reach_error();
  return 0;
}
"""


class Formats(CliTest):
    def generate(self, *words, code=DONE):
        self.program = self.write("a.c", PROGRAM)
        result = run("test", self.program, "--out", self.folder / "suite", "--cpu", "20s", *words)
        self.assert_exit(result, code)
        return result

    def test_c_tests_of_a_program(self):
        self.generate("--format", "c")
        Modules.suite = self.folder / "suite"
        ran = Modules.compile_and_run(self)
        self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertRegex(ran.stdout, "^0 of [0-9]+ tests failed")

    suite = property(lambda self: self.folder / "suite")

    def test_corpus(self):
        self.generate("--format", "corpus")
        files = sorted(path.name for path in self.suite.iterdir() if path.suffix != ".json")
        self.assertTrue(all(re.fullmatch("test-[0-9]+", name) for name in files), files)
        result = run("coverage", self.program, "--suite", self.suite)
        self.assert_exit(result, DONE)
        self.assertIn("8 of 8", result.stdout.replace("branches: ", ""))

    def test_archive(self):
        self.generate("--zip", self.folder / "suite.zip")
        with zipfile.ZipFile(self.folder / "suite.zip") as archive:
            self.assertIsNone(archive.testzip())
            self.assertIn("metadata.xml", archive.namelist())
        result = run("coverage", self.program, "--suite", self.folder / "suite.zip")
        self.assert_exit(result, DONE)
        self.assertIn("8 of 8", result.stdout)
        broken = self.write("broken.zip", (self.folder / "suite.zip").read_bytes()[:-30])
        self.assert_exit(run("coverage", self.program, "--suite", broken), BAD_INPUT)

    def test_conditions(self):
        self.generate("--goals", "error", "--condition-out", self.folder / "found.gia", code=10)
        self.assert_exit(run("check", self.program, self.folder / "found.gia"), DONE)
        self.assertIn("rt", (self.folder / "found.gia").read_text())
        safe = self.write("safe.c", PROGRAM.replace("== x)", "== x && x < 5)"))
        self.assert_exit(run("test", safe, "--goals", "error", "--out", self.folder / "s", "--cpu", "20s",
                             "--condition-out", self.folder / "safe.gia"), DONE)
        result = run("verify", safe, "--condition", self.folder / "safe.gia")
        self.assertIn("Result: TRUE", result.stdout)
        # Nothing is left to be tested.
        result = run("test", safe, "--goals", "error", "--out", self.folder / "t", "--cpu", "20s", "--condition",
                     self.folder / "safe.gia")
        self.assert_exit(result, DONE)


if __name__ == "__main__":
    main()
