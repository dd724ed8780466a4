"""tandem test: the compiled program fuzzed in its sandbox, and external testers."""
import json
import os
import shutil
import unittest

from harness import DONE, UNDECIDED, CliTest, main, run

NONDET = """extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
"""
SANDBOX = shutil.which("bwrap") is not None


@unittest.skipUnless(SANDBOX, "there is no bwrap")
class Fuzzing(CliTest):
    def fuzz(self, text, *words, code=(DONE, UNDECIDED), name="a.c", partners="fuzzing", **options):
        program = self.write(name, NONDET + text)
        limit = () if "--cpu" in words else ("--cpu", "6s")
        result = run("test", program, "--out", self.folder / "suite", "--partners", partners, "--json",
                     self.folder / "out.json", *limit, *words, timeout=600, **options)
        self.assertIn(result.returncode, code, result.stdout + result.stderr)
        self.table = json.loads((self.folder / "out.json").read_text())
        self.by_line = {}
        for goal in self.table["goals"]:
            self.by_line.setdefault(goal["line"], set()).add(goal["status"])
        return result

    def assert_covered(self, *lines):
        for line in lines:
            self.assertEqual(self.by_line[line], {"covered"}, self.table["partners"])

    def test_operands_become_inputs(self):
        self.fuzz("""int main(void) {
          int a = __VERIFIER_nondet_int();
          if (a == 1481765933) return 1;
          unsigned long long b = __VERIFIER_nondet_ulonglong();
          if (b - 77 == 0x123456789abcdefull) return 2;
          if (__VERIFIER_nondet_double() == 2718.28125) return 3;
          return 0;
        }""")
        self.assert_covered(7, 9, 10)

    def test_distances_are_minimised(self):
        self.fuzz("""int main(void) {
          int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
          if (a > 1000 && a < 1000000 && b > 0 && b < 1000)
            if (3 * a - 5 * b == 1234567) return 1;
          return 0;
        }""")
        self.assert_covered(8)

    def assumptions(self, partner):
        self.fuzz("""extern void __VERIFIER_assume(int);
        static int chosen(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x == 1481765933); return x; }
        int main(void) {
          int a = __VERIFIER_nondet_int();
          __VERIFIER_assume(a > 123456000);
          __VERIFIER_assume(a < 123457000);
          int b = chosen() - a;
          int c = __VERIFIER_nondet_int();
          __VERIFIER_assume(c == b + 12345);
          if (c > a) return 1;
          return 0;
        }""", "--cpu", "5s", code=[UNDECIDED], partners=partner)
        taken = [goal["status"] for goal in self.table["goals"] if goal["line"] == 14]
        self.assertEqual(taken, ["covered", "open"])

    def test_fuzzing_comes_through_assumptions(self):
        self.assumptions("fuzzing")

    def test_concolic_execution_comes_through_assumptions(self):
        self.assumptions("concolic")

    def test_what_is_printed_leads_nowhere(self):
        # Far more than a stream buffers, and on the stream by which the server answers.
        self.fuzz("""extern int puts(const char *); extern long write(int, const void *, unsigned long);
        int main(void) {
          for (int i = 0; i < 200; i++) puts("a line of text that is printed in every run");
          write(1, "and more", 8);
          if (__VERIFIER_nondet_int() == 1481765933) return 1;
          return 0;
        }""")
        self.assert_covered(9)

    def test_what_a_run_changes_does_not_last(self):
        # If the counter, the heap or a static variable kept its value, the branch would be taken in a later run.
        result = self.fuzz("""extern void *malloc(unsigned long); extern void exit(int);
        int counter; int *last;
        int main(void) {
          static int runs; int *p = malloc(4);
          if (counter++ > 0 || runs++ > 0 || *p != 0 || last) return 1;
          *p = 7; last = p;
          if (__VERIFIER_nondet_int() == 99) exit(3);
          return 0;
        }""")
        self.assert_covered(11)
        self.assertIn("open", self.by_line[9])
        self.assertNotIn("contradiction", result.stdout)

    def test_runs_that_crash_or_hang(self):
        self.fuzz("""int f(int n) { volatile int a[100]; a[n & 63] = n; return n < 0 ? 0 : f(n + 1) + a[3]; }
        int main(void) {
          int x = __VERIFIER_nondet_int(), zero = 0;
          if (x == 1) { *(volatile int *)16 = 1; }
          if (x == 2) return 1 / zero;
          if (x == 3) for (;;) ;
          if (x == 4) while (x == 4) ;
          if (x == 5) f(0);
          if (x == 123456) return 6;
          return 0;
        }""")
        self.assert_covered(8, 9, 10, 13)

    def test_it_forks_and_writes(self):
        self.fuzz("""extern int fork(void), system(const char *), remove(const char *);
        int main(void) {
          if (__VERIFIER_nondet_int() == 4711) { fork(); fork(); system("touch /tmp/tandem-was-here"); }
          return 0;
        }""")
        self.assertFalse((self.folder.parent / "tandem-was-here").exists())

    def test_32_bits(self):
        self.fuzz("""int main(void) {
          long a = __VERIFIER_nondet_int();
          if (sizeof a == 4 && a * 2 == 1481765932) return 1;
          return 0;
        }""", "--data-model", "ILP32")
        self.assertEqual(self.table["open"], 0)

    def test_no_inputs(self):
        self.fuzz("int main(void) { for (int i = 0; i < 3; i++) ; return 0; }")
        self.assertEqual(self.table["covered"], 2)

    def test_where_nothing_can_be_run_the_others_go_on(self):
        self.fuzz("int main(void) { return __VERIFIER_nondet_int() == 3 ? 2 : 0; }", code=(UNDECIDED,),
                  env={**os.environ, "PATH": "/nowhere"})
        remarks = {partner["name"]: partner["remark"] for partner in self.table["partners"]}
        self.assertIn("sandbox", remarks["fuzzing"])

    @unittest.skipUnless(shutil.which("afl-fuzz") and shutil.which("afl-clang-fast"), "AFL++ is not installed")
    def test_afl_takes_part(self):
        self.fuzz("""int main(void) {
          int a = __VERIFIER_nondet_int();
          if (a == 1481765933) return 1;
          return 0;
        }""", "--with", "afl", "--cpu", "30s", partners="random")
        self.assertEqual({partner["name"] for partner in self.table["partners"]}, {"random", "afl"})
        self.assertEqual(self.table["covered"], 2, self.table["partners"])


if __name__ == "__main__":
    main()
