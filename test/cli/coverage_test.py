"""tandem coverage: what a suite covers, measured with the compiled program; equal to gcov's count."""
import json
import shutil
import unittest
import zipfile

from harness import BAD_INPUT, DONE, CliTest, main, run

NONDET = "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\n"
PROGRAM = NONDET + """static int sign(int x) { return x < 0 ? -1 : x > 0; }
int unused(int x) { return x && 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) abort();
  if (x == 2) for (;;);
  if (x == 3) return *(volatile int *)0;
  if (x == 4 && __VERIFIER_nondet_int()) return 4;
  switch (x) { case 5: case 6: return 5; case 7: break; default: return sign(x); }
  return 0;
}
"""
TEST = '<?xml version="1.0"?><testcase>{}</testcase>'


def can_compile():
    return shutil.which("gcc") and shutil.which("gcov") and shutil.which("bwrap")


@unittest.skipUnless(can_compile(), "gcc, gcov or bubblewrap is missing")
class Coverage(CliTest):
    def suite(self, *tests, name="suite"):
        for number, inputs in enumerate(tests):
            self.write(f"{name}/test-{number}.xml", TEST.format("".join(f"<input>{value}</input>" for value in inputs)))
        return self.folder / name

    def measure(self, program, suite, *words):
        out = self.folder / "out.json"
        result = run("coverage", program, "--suite", suite, "--gcov", "--test-limit", "500ms", "--json", out, *words)
        self.assert_exit(result, DONE)
        self.result = json.loads(out.read_text())
        return result

    def counts(self, what):
        return self.result[what]["covered"], self.result[what]["all"]

    def test_tests_that_end_in_every_way(self):
        program = self.write("a.c", PROGRAM)
        result = self.measure(program, self.suite([1], [3], [4], [5], [7], [-9]), "-v")
        self.assertEqual(self.counts("branches"), self.counts("gcov"), result.stdout)
        self.assertIn("the same", result.stdout)
        self.assertEqual(self.counts("functions"), (2, 2))  # what is not called is no part of the program
        for test, end in (("test-0", "signal 6"), ("test-1", "signal 11"), ("test-2", "asked for more inputs")):
            self.assertRegex(result.stdout, f"{test}.xml: the program .*{end}")

    def test_a_test_that_does_not_end(self):
        program = self.write("a.c", PROGRAM)
        result = self.measure(program, self.suite([2], [5]))
        self.assertIn("test-0.xml: the program did not end within its time limit", result.stdout)
        covered = {goal["text"] for goal in self.result["branches"]["goals"] if goal["covered"]}
        self.assertLessEqual({"x == 2 in main", "x == 5 in main"}, covered)

    def test_branches_without_a_body_are_none(self):
        program = self.write("a.c", NONDET + "int main(void) { if (__VERIFIER_nondet_int()) {} else {} return 0; }")
        self.measure(program, self.suite([2]))
        self.assertEqual((self.counts("branches"), self.counts("gcov")), ((0, 0), (0, 0)))
        # Conditions with nothing but such ones in them are none either; jumps are.
        program = self.write("b.c", NONDET + """int main(void) {
          int x = __VERIFIER_nondet_int(), y = 0;
          if (x == 1) { if (y == 2) {} else {} } else {}
          if (x && y) {}
          if (x == 5) { if (y == 2) {} } else { if (y == 3) {} else {} }
          for (int i = 0; i < 3; i++) { y++; if (x == i) continue; }
          if (x == 7) goto end;
        end:
          y++;
          if (x == 9) { if (y) goto next; else goto next; }
        next:
          if (x && __VERIFIER_nondet_int()) {}
          return y;
        }""")
        self.measure(program, self.suite([2, 0], [7, 0], [9, 0]))
        self.assertEqual((self.counts("branches"), self.counts("gcov")), ((10, 12), (10, 12)))

    def test_truth_values_are_no_branches(self):
        program = self.write("a.c", NONDET + """int main(void) {
          int n = __VERIFIER_nondet_int(), m = 3, r = 0, t[2] = {7, 8};
          int a = n ? 1 : 0;
          unsigned char b = n == m ? 0 : 1;
          double c = n > m ? 1 : 0;
          unsigned d = n > m ? 1u : 0u;
          long e = n > m ? 1 : 0;
          r += n > m ? 1 : 0;
          r = 2 + (n > m ? 1 : 0);
          r = m + (n > m ? 1 : 0);
          a = (n > m ? 1 : 0) == m;
          a = n > m ? 2 : 0;
          a = t[n > m ? 1 : 0];
          if (n > m ? 1 : 0) r = 3;
          a = (n > m && n < 9) ? 1 : 0;
          a = n == 3 ? (n > m ? 1 : 0) : 4;
          return (n > m ? 1 : 0);
        }""")
        result = self.measure(program, self.suite([5], [0]))
        self.assertEqual(self.counts("branches"), self.counts("gcov"), result.stdout)

    def test_gcov_counts_without_optimisation(self):
        program = self.write("a.c", NONDET + """int main(void) {
          char text[8], *p = text;
          int x = __VERIFIER_nondet_int();
          if (__builtin_object_size(p, 0) < 3) return 1;
          if (x == 0) text[0] = 5; else if (x == 1) text[0] = 7; else if (x == 2) text[0] = 2;
          else if (x == 3) text[0] = 9; else if (x == 4) text[0] = 11; else if (x == 5) text[0] = 3;
          else text[0] = 1;
          return text[0];
        }""")
        self.measure(program, self.suite([0], [2], [5]))
        self.assertEqual(self.counts("branches"), self.counts("gcov"))

    def test_a_suite_of_ours_and_its_proofs(self):
        program = self.write("a.c", NONDET + """int main(void) {
          int x = __VERIFIER_nondet_int();
          if (x < 5) return 0;
          x++;
          return x == 5 ? 1 : 2;
        }""")
        suite = self.folder / "suite"
        self.assert_exit(run("test", program, "--out", suite, "--cpu", "20s"), DONE)
        result = self.measure(program, suite, "--lcov", self.folder / "a.info")
        self.assertEqual(self.counts("branches"), (3, 4))
        self.assertEqual(self.counts("gcov"), (3, 4))
        self.assertRegex(result.stdout, r"\(proved unreachable by \w+\)")
        self.assert_exit(run("test", program, "--out", suite, "--cpu", "20s", "--zip", self.folder / "a.zip"), DONE)
        zipped = run("coverage", program, "--suite", self.folder / "a.zip")
        self.assertRegex(zipped.stdout, r"\(proved unreachable by \w+\)")
        self.assertNotIn("remark", zipped.stdout)
        info = (self.folder / "a.info").read_text()
        self.assertEqual((info.count("BRDA:"), info.count("SF:")), (4, 1))

    def test_archives_and_bytes(self):
        program = self.write("a.c", PROGRAM)
        folder = self.suite([5], [7])
        with zipfile.ZipFile(self.folder / "suite.zip", "w") as archive:
            for path in folder.iterdir():
                archive.write(path, path.name)
        self.measure(program, self.folder / "suite.zip")
        zipped = self.counts("branches")
        self.measure(program, folder)
        self.assertEqual(self.counts("branches"), zipped)
        for number in (5, 7):
            self.write(f"bytes/{number}", "")
            (self.folder / "bytes" / str(number)).write_bytes(number.to_bytes(4, "little"))
        self.measure(program, self.folder / "bytes")
        self.assertEqual(self.counts("branches"), zipped)

    def test_functions_that_nothing_calls(self):
        """gcov counts them; in programs of several files, lines of the same number are different lines."""
        self.write("part.c", NONDET + "int part(int x) {\n  if (x > 5) return x;\n  return 7;\n}\nint unused(int x) {\n  if (x > 5) return x;\n  return 7;\n}\n")
        program = self.write("a.c", NONDET + "int part(int x);\nint main(void) {\n  int x = __VERIFIER_nondet_int(); return x > 3 ? part(x) : 0;\n}\n")
        result = run("coverage", program, self.folder / "part.c", "--suite", self.suite([1], [5]), "--gcov", cwd=self.folder)
        self.assert_exit(result, DONE)
        self.assertIn("gcov:      3 of 6 branches: the same in what is called\n", result.stdout)
        self.assertRegex(result.stdout, r"part\.c:\d+: unused is not called, .*gcov counts its 2 branches\n$")

    def test_difference(self):
        program = self.write("a.c", PROGRAM)
        result = run("coverage", program, "--diff", self.suite([5], name="a"), self.suite([7], name="b"))
        self.assert_exit(result, DONE)
        self.assertIn("only the first suite covers: 1\n", result.stdout)
        self.assertIn("only the second suite covers: 1\n", result.stdout)

    def test_many_tests_in_one_sandbox(self):
        program = self.write("a.c", PROGRAM)
        for number in range(2000):
            self.write(f"bytes/{number}", "abcd")
        self.measure(program, self.folder / "bytes", "-q")
        self.assertEqual(self.result["tests"], 2000)

    def test_a_program_that_forks_and_writes(self):
        target = self.folder / "written"
        program = self.write("a.c", NONDET + f"""#include <stdio.h>
        #include <unistd.h>
        int main(void) {{
          if (__VERIFIER_nondet_int()) {{
            for (int i = 0; i < 100; i++) if (fork() == 0) for (;;) pause();
            FILE *f = fopen("{target}", "w");
            if (f) fputs("x", f);
            return 1;
          }}
          return 0;
        }}""")
        self.measure(program, self.suite([1], [0]))
        self.assertFalse(target.exists())

    def test_what_is_no_suite(self):
        program = self.write("a.c", PROGRAM)
        self.assert_exit(run("coverage", program, "--suite", self.folder / "nowhere"), BAD_INPUT)
        broken = self.write("broken.zip", "PK\x03\x04 and so on")
        self.assert_exit(run("coverage", program, "--suite", broken), BAD_INPUT)
        other = self.suite([1])
        self.write("suite/metadata.xml", f"<test-metadata><programhash>{64 * '0'}</programhash></test-metadata>")
        result = run("coverage", program, "--suite", other)
        self.assert_exit(result, BAD_INPUT)
        self.write("values/test-0.xml", TEST.format("<input>seven</input>"))
        result = run("coverage", program, "--suite", self.folder / "values")
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("'seven' is no number", result.stderr)


if __name__ == "__main__":
    main()
