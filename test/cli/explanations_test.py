"""Texts that explain themselves: short paths to errors, names of inputs, hints for wrong options, all errors of a
compiler, programs from standard input and from projects."""
import json
import re
import subprocess

import harness
from harness import CliTest, run

NOISE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int log_level, table[64];
static void trace(int what) { log_level = what; table[what & 63] = what; }
int main(void) {
  int seed = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 50; i++)
    trace(seed + i);
  int sum = 0; int limit = n; sum = limit + 1; if (sum == 8) { reach_error(); }
  return 0;
}
"""

UNINITIALISED = """extern void reach_error(void);
struct buf { int len; char text[4]; };
int main(void) {
  struct buf b;
  unsigned flags;
  struct buf *p = &b;
  if (p->len == 4 && (flags & 0x30) == 0x30 && p->text[1] == 'x')
    reach_error();
  return 0;
}
"""

# Programs in which something looks irrelevant and is not, with the lines that have to be on the path.
TEMPTING = {
    "the loop's exit": ("int n = in(), i = 0;\nwhile (i < n)\n  i++;\nif (i == 3)\n  reach_error();", [2, 3, 4]),
    "a branch not taken": ("int x = in(), y = 5;\nif (x > 7)\n  y = 6;\nif (y == 5)\n  reach_error();", [1, 2, 4]),
    "through a pointer": ("int a = 1, *p = &a;\nif (in() == 4)\n  *p = 2;\nif (a == 2)\n  reach_error();", [2, 3, 4]),
    "an element": ("int a[4] = {0}, k = in() & 3;\na[k] = 7;\nif (a[2] == 7)\n  reach_error();", [1, 2, 3]),
    "by a call": ("int r = put(in());\nif (shared == 9)\n  reach_error();\n(void)r;", [1, 2]),
    "early return": ("int x = in();\nif (x < 5)\n  return 0;\nint y = 1;\nif (y)\n  reach_error();", [1, 2, 5]),
}
FRAME = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int shared;
static int in(void) { return __VERIFIER_nondet_int(); }
static int put(int x) { shared = x; return 0; }
int main(void) {
%s
return 0;
}
"""
FIRST = 7  # the line of the first statement


class Paths(CliTest):
    def outcome(self, text):
        file = self.write("prog.c", text)
        result = run("verify", "-q", file, "--json", self.folder / "out.json")
        self.assert_exit(result, harness.REACHED)
        return result.stdout, json.loads((self.folder / "out.json").read_text())

    def test_what_does_not_matter_is_left_out_and_counted(self):
        text, outcome = self.outcome(NOISE)
        path = text.split("The path to the error:\n")[1].split("  (")[0]
        self.assertNotIn("trace", path)
        self.assertNotIn("more iterations", path)  # several statements on a line are no loop
        self.assertRegex(text, r"\(\d+ steps on which the error does not depend are left out\)")
        self.assertLessEqual(len(path.splitlines()), 8)
        self.assertFalse(all(step["matters"] for step in outcome["counterexample"]["steps"]))

    def test_other_inputs_do_not_matter_where_it_says_so(self):
        _, outcome = self.outcome(NOISE)
        values = [int(each["value"]) for each in outcome["counterexample"]["inputs"]]
        self.assertEqual(len(values), 2)
        result = run("run", self.folder / "prog.c", f"--inputs=0,{values[1]}")
        self.assert_exit(result, harness.REACHED)

    def test_what_matters_is_kept(self):
        for name, (body, lines) in TEMPTING.items():
            with self.subTest(name):
                _, outcome = self.outcome(FRAME % body)
                kept = {step["place"]["line"] - FIRST + 1 for step in outcome["counterexample"]["steps"] if step["matters"]}
                self.assertLessEqual(set(lines), kept)

    def test_uninitialised_values_have_names_and_types(self):
        text, _ = self.outcome(UNINITIALISED)
        for expected in ("p->len = 4 (uninitialised)", "(0x3", "p->text[1] = 120 'x' (uninitialised)"):
            self.assertIn(expected, text)


class Hints(CliTest):
    def hint(self, *words):
        result = run(*words)
        self.assert_exit(result, harness.WRONG_USAGE)
        return result.stderr

    def test_options_that_are_nearly_right(self):
        self.assertIn("did you mean --strategy?", self.hint("verify", "a.c", "--stratgy", "cmc"))
        self.assertIn("did you mean 'verify'?", self.hint("verfy", "a.c"))
        self.assertNotIn("did you mean", self.hint("verify", "a.c", "--completely-different"))

    def test_options_of_other_tools(self):
        self.assertIn("there is no bound to give", self.hint("verify", "a.c", "--unwind", "5"))
        self.assertIn("use --check overflow", self.hint("verify", "a.c", "--signed-overflow-check"))
        self.assertIn("--data-model ILP32", self.hint("verify", "a.c", "--32"))
        self.assertIn("use --check bounds", self.hint("verify", "a.c", "--bounds-check"))
        self.assertIn("use --check memory", self.hint("verify", "a.c", "--pointer-check"))
        self.assertIn("use --check cleanup", self.hint("verify", "a.c", "--memory-cleanup-check"))

    def test_options_of_esbmc_klee_and_cpachecker(self):
        for option, hint in (("--incremental-bmc", "--engine bmc"), ("--memory-leak-check", "--check leak"), ("--max-time=5", "--wall"),
                             ("--data-races-check", "threads"), ("--no-bounds-check", "only what --check names"), ("--entry-point", "--function"),
                             ("-predicateAnalysis", "--engine predicate"), ("-spec", "--property"), ("--stop-on-fail", "--stop-on-first")):
            with self.subTest(option):
                self.assertIn(hint, self.hint("verify", "a.c", option))

    def test_names_that_are_nearly_right(self):
        file = self.write("a.c", "int main(void) { return 0; }")
        for words, hint in ((["--engine", "bmcc"], "'bmc'"), (["--strategy", "defalt"], "'default'"), (["--with", "cmbc"], "'cbmc'")):
            result = run("verify", file, *words)
            self.assert_exit(result, harness.BAD_INPUT)
            self.assertIn(f"did you mean {hint}?", result.stderr)

    def test_hints_name_options_that_are_there(self):
        table = (harness.PROJECT / "src" / "cli" / "app" / "foreign_options.cpp").read_text()
        texts = [text for text in re.findall(r'"((?:[^"\\]|\\.)*)"', table) if " " in text]
        named = set(re.findall(r"--[a-z][a-z-]*[a-z]", "\n".join(texts)))
        helped = "".join(run(command, "--help").stdout for command in ("verify", "test", "vc", "show"))
        self.assertGreater(len(named), 20)
        self.assertEqual([option for option in sorted(named) if not re.search(rf"{option}\b(?!-)", helped)], [])

    def test_a_file_is_no_command(self):
        file = self.write("a.c", "int main(void) { return 0; }")
        self.assertIn(f"tandem verify {file}", self.hint(file))


STRINGS = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int match(const char *word, unsigned flags) {
  const char *kept = word;
  return kept[0] == 'w' && (flags & 0x30) == 0x30;
}
int main(void) {
  const char *name = "world";
  unsigned bits = __VERIFIER_nondet_uint();
  int n = 0; n++; n++; n++; n++;
  if (match(name, bits) && n == 4)
    reach_error();
  return 0;
}
"""


class Values(CliTest):
    def path(self):
        result = run("verify", "-q", self.write("a.c", STRINGS))
        self.assert_exit(result, harness.REACHED)
        return result.stdout

    def test_strings_are_shown_as_strings(self):
        text = self.path()
        self.assertIn('name = "world"', text)
        self.assertIn('kept = "world"', text)
        self.assertNotRegex(text, r"(name|kept) = 0x")

    def test_what_is_passed_as_a_mask_is_one(self):
        self.assertRegex(self.path(), r"bits = \d+ \(0x[0-9a-f]+\)")

    def test_statements_on_one_line_are_no_iterations(self):
        text = self.path()
        self.assertNotIn("iteration", text)
        self.assertEqual(re.findall(r"n = (\d)", text)[-4:], ["1", "2", "3", "4"])


class Inputs(CliTest):
    def test_what_happens_in_the_library_is_shown_at_the_call(self):
        program = self.write("p.c", "#include <stdio.h>\n#include <assert.h>\nint main(void) {\n  int values[2], n = 0;\n"
                                    "  while (n < 2 && scanf(\"%d\", &values[n]) == 1)\n    n++;\n  assert(n < 1 || values[0] != 1234567);\n  return 0;\n}\n")
        result = run("verify", "-q", program, "--cpu", "30s")
        self.assert_exit(result, harness.REACHED)
        self.assertNotIn("clib", result.stdout)
        self.assertNotIn("tandem_scan", result.stdout)
        self.assertRegex(result.stdout, r"1234567 in scanf, .*p\.c:5:19")
        self.assertRegex(result.stdout, r"main:5 .*scanf.*stores 1234567, true")
        page, sarif = self.folder / "p.html", self.folder / "p.sarif"
        self.assert_exit(run("verify", "-q", program, "--cpu", "30s", "--check", "memory", "--sarif", sarif, "--report", page), harness.REACHED)
        self.assertNotIn("stdio_scan", sarif.read_text())

    def test_targets_in_the_library_are_counted(self):
        program = self.write("p.c", "#include <string.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  char copy[8];\n"
                                    "  if (argc > 1 && strlen(argv[1]) < 20)\n    strcpy(copy, argv[1]);\n  return 0;\n}\n")
        result = run("verify", "-q", program, "--cpu", "6s", "--check", "memory")
        self.assertNotIn("clib", result.stdout)
        self.assertRegex(result.stdout, r"in models of the C library: \d+ open, \d+ unreachable")

    def test_arguments_of_main_are_texts(self):
        program = self.write("p.c", "#include <assert.h>\nint main(int argc, char **argv) {\n"
                                    "  if (argc == 2 && argv[1][0] == 'o' && argv[1][1] == 'k' && argv[1][2] == 0)\n    assert(0);\n  return 0;\n}\n")
        started = self.folder / "harness.c"
        result = run("verify", "-q", program, "--cpu", "30s", "--harness", started)
        self.assert_exit(result, harness.REACHED)
        self.assertIn(r'"\157\153', started.read_text())
        self.assertIn("1: 2 for the parameter argc of main", result.stdout)
        self.assertIn('-: argv[1] = "ok" (what the program is passed)', result.stdout)

    def test_arguments_of_main_leave_buffers(self):
        text = ("#include <string.h>\nint main(int argc, char **argv) {\n  char copy[8];\n"
                "  if (argc == 2 && strlen(argv[1]) < %d)\n    strcpy(copy, argv[1]);\n  return 0;\n}\n")
        result = run("verify", "-q", self.write("long.c", text % 9), "--cpu", "30s", "--check", "memory")
        self.assert_exit(result, harness.REACHED)
        self.assertIn("what strcpy writes at `copy` is writable", result.stdout)
        self.assertRegex(result.stdout, r'-: argv\[1\] = "[^"]+" \(what the program is passed\), .*long\.c:4:\d+')
        result = run("verify", "-q", self.write("short.c", text % 8), "--cpu", "30s", "--check", "memory")
        self.assertNotEqual(result.returncode, harness.REACHED)

    def test_checks_are_about_what_is_in_the_source(self):
        program = self.write("p.c", "struct text { char *data; unsigned size; };\nint nondet(void);\n"
                                    "void put(struct text *t, char c) { t->data[t->size++] = c; }\n"
                                    "int main(void) {\n  char room[2];\n  struct text t = {room, 0};\n  put(&t, 1);\n  put(&t, 2);\n  put(&t, 3);\n  return 0;\n}\n")
        result = run("verify", "-q", program, "--cpu", "30s", "--check", "memory")
        self.assert_exit(result, harness.REACHED)
        self.assertIn("check `t->data[t->size]` is writable", result.stdout)
        self.assertNotIn("tmp__", result.stdout)

    def test_all_errors_of_the_compiler(self):
        file = self.write("bad.c", "int main(void) {\n  x = 1;\n  return y;\n}\nint f(void) { return z }\n")
        result = run("verify", file)
        self.assert_exit(result, harness.BAD_INPUT)
        lines = re.findall(r"bad\.c:(\d+):\d+: error: ", result.stderr)
        self.assertEqual(lines, ["2", "3", "5", "5"])

    def test_pointers_that_lead_nowhere(self):
        """A module's function gets any pointers, so that the first error is seldom the one that is looked for."""
        file = self.write("put.c", "int put(int *at, int x) { *at = x; return x; }\nint twice(int x) { return x + x; }\n")
        result = run("verify", "-q", file, "--function", "put", "--check", "memory", "--cpu", "20s")
        self.assert_exit(result, harness.REACHED)
        self.assertIn(f"'tandem proofs new put {file}' writes a harness that gives them objects", result.stdout)
        result = run("verify", "-q", file, "--function", "twice", "--check", "overflow", "--cpu", "20s")
        self.assert_exit(result, harness.REACHED)
        self.assertNotIn("proofs new", result.stdout)

    def test_one_log_of_both_streams_has_whole_lines(self):
        file = self.write("bad.c", FRAME % "int x = in(); for (int i = 0; i < 40; i++) x ^= in();\nif (x == 3)\n  reach_error();")
        log = self.folder / "log"
        with open(log, "w") as out:
            code = subprocess.run([harness.TANDEM, "verify", str(file), "--cpu", "60s"], stdout=out, stderr=out, timeout=300).returncode
        self.assertEqual(code, harness.REACHED)
        lines = log.read_text().splitlines()
        self.assertEqual([line for line in lines if re.search(r".(Partner \S+ \(|Result: )", line)], [])
        self.assertTrue(lines[-1].startswith("Result: FALSE"), lines[-3:])

    def test_standard_input(self):
        result = run("verify", "-q", "-", input=FRAME % "if (in() == 3)\n  reach_error();")
        self.assert_exit(result, harness.REACHED)
        self.assertIn("confirmed by running the compiled program", result.stdout)
        self.write("limit.h", "#define LIMIT 3\n")
        result = run("verify", "-q", "-", input='#include "limit.h"\n' + FRAME % "if (in() == LIMIT)\n  reach_error();", cwd=self.folder)
        self.assert_exit(result, harness.REACHED)
        self.assertIn("confirmed by running the compiled program", result.stdout)

    def test_the_options_of_the_project_are_found(self):
        file = self.write("project/src/a.c", "extern void reach_error(void);\nint main(void) { if (LEVEL > 2) reach_error(); return 0; }")
        database = [{"directory": str(self.folder / "project"), "file": "src/a.c", "command": "cc -DLEVEL=3 -c src/a.c"}]
        self.write("project/compile_commands.json", json.dumps(database))
        result = run("verify", "-q", file)
        self.assert_exit(result, harness.REACHED)
        self.assertIn("compiler options from", result.stderr)
        self.assert_exit(run("verify", "-q", file, "--compile-commands", "none"), harness.BAD_INPUT)


if __name__ == "__main__":
    harness.main()
