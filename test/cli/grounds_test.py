"""What a verdict rests on is printed with it, in every run and with every engine the same; and what crashed is not quiet."""
import json
import os
import pathlib
import signal
import subprocess
import time

import harness
from harness import DONE, REACHED, UNDECIDED, CliTest, run

PROGRAM = """
#include <assert.h>
#include <stdlib.h>
extern int zeta(void), alpha(int *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, a[4];
  int *p = malloc(sizeof *p);
  *p = zeta();
  alpha(a);
  __asm__("nop" : "+r"(y));
  if (x < 0 || x > 3) return 0;
  a[x] = x + 1;
  assert(x < %d);
  return 0;
}
"""
OF_BOTH = ["'alpha' has no body: it returns any value, changes nothing",
           "'zeta' has no body: it returns any value, changes nothing",
           "signed arithmetic wraps around where it overflows: --check overflow checks this"]
OF_PROOFS = ["accesses stay inside their objects: --check memory checks this",
             "memory can be allocated: malloc and the like do not fail (--malloc-may-fail lets them)"]


class GroundsTest(CliTest):
    def assumed(self, *words, code):
        file = self.folder / "out.json"
        result = run(*words, "--cpu", "60s", "--json", file)
        self.assert_exit(result, code)
        lines = [line.removeprefix("Assumed: ") for line in result.stdout.splitlines() if line.startswith("Assumed: ")]
        self.assertEqual(lines, json.loads(file.read_text())["assumptions"], words)
        return lines

    def test_assumptions_are_those_of_the_program(self):
        for bound, code, expected in ((4, DONE, OF_BOTH + OF_PROOFS), (3, REACHED, OF_BOTH)):
            program = self.write(f"p{bound}.c", PROGRAM % bound)
            assembly = f"inline assembly: its outputs are any values, it changes nothing else, {program}:11:3"
            for words in (["verify"], ["verify", "--engine", "bmc"], ["verify", "--engine", "interval"],
                          ["verify", "--engine", "predicate"], ["gamble"]):
                self.assertEqual(self.assumed(*words, program, code=code), sorted([*expected, assembly]), words)

    def test_the_same_in_each_run_and_with_each_engine(self):
        head = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
        bodies = {
            "plain": "int main(void) { int x = __VERIFIER_nondet_int() % 4; assert(x < 4); return 0; }",
            "overflow": "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) assert(x + 1 != 3); return 0; }",
            "array": "int main(void) { int a[3], i = __VERIFIER_nondet_int(); if (i < 0 || i > 2) return 0; a[i] = 1;"
                     " assert(a[i] == 1); return 0; }",
            "heap": "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 2; assert(*p == 2); return 0; }",
            "external": "int other(int); int main(void) { int x = other(1); if (x == 3) assert(x != 4); return 0; }",
            "late": "int b(void), a(void); int main(void) { int x = 1; while (__VERIFIER_nondet_int()) x = 1;"
                    " assert(x == 1); return a() + b(); }",
            "pointer": "int g = 1; int main(void) { int *p = &g; if (__VERIFIER_nondet_int()) *p = 1; assert(g == 1);"
                       " return 0; }",
            "library": "#include <string.h>\nint main(void) { assert(strlen(\"abc\") == 3); return 0; }",
        }
        for name, body in bodies.items():
            program = self.write(f"{name}.c", head + body + "\n")
            ways = [["verify"], ["verify"], ["verify"], ["verify", "--engine", "bmc"], ["verify", "--engine", "predicate"],
                    ["verify", "--engine", "kinduction"], ["gamble"]]
            found = {}
            for words in ways:
                result = run(*words, "--cpu", "10s", program)
                lines = [line for line in result.stdout.splitlines() if line.startswith("Assumed: ")]
                self.assertEqual(lines, sorted(lines), (name, words))
                if result.returncode == DONE:
                    found.setdefault(tuple(lines), []).append(words)
            self.assertEqual(len(found), 1, (name, found))

    def test_only_what_the_program_has(self):
        program = self.write("p.c", "#include <assert.h>\nint main(void) { unsigned char c = 3; int a[2]; a[1] = c + 1;"
                                    " assert(a[1] == 4); return 0; }\n")
        self.assertEqual(self.assumed("verify", program, code=DONE), [])

    def test_calls_access_memory_as_dereferences_do(self):
        head = "#include <assert.h>\n#include <string.h>\nint main(void) { char a = 1, b = 2; "
        inside = self.write("inside.c", head + "memcpy(&a, &b, sizeof a); assert(a == b); return 0; }\n")
        self.assertEqual(self.assumed("verify", inside, code=DONE), [])
        beyond = self.write("beyond.c", head + "memcpy(&a, &b, 2); assert(a == 2); return 0; }\n")
        self.assertEqual(self.assumed("verify", "--engine", "bmc", beyond, code=DONE), OF_PROOFS[:1])

    def test_bit_fields_wider_than_int(self):
        head = "#include <assert.h>\nint main(void) { struct { unsigned long a : 40; } s = {0}; s.a--; "
        text = "bit-fields wider than int are promoted to their declared type, not computed with in their own width"
        for statement, expected in (("assert((s.a << 1) >> 40 == 1);", True), ("assert(s.a + 1 == 1L << 40);", True),
                                    ("assert(~s.a >> 40 == 0xffffff);", True), ("assert(s.a + 1L == 1L << 40);", False),
                                    ("s.a += 2; assert(s.a == 1);", False), ("assert(s.a >> 39 == 1);", False)):
            program = self.write("p.c", head + statement + " return 0; }\n")
            found = self.assumed("verify", program, code=DONE)
            self.assertEqual(any(line.startswith(text) for line in found), expected, statement)

    def test_floats_of_32_bit_programs(self):
        head = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int i = __VERIFIER_nondet_int(); "
        text = "floats are computed in their own precision"
        for statement, expected in (("float a = 1e8f, b = i & 1; assert((a + b) - a == 0);", True),
                                    ("float f = i; assert(f == f);", True), ("double d = i; assert(d == i);", False),
                                    ("float f = 0.5; assert(f < 1);", False)):
            program = self.write("p.c", head + statement + " return 0; }\n")
            for model in ("ILP32", "LP64"):
                found = self.assumed("verify", "--data-model", model, program, code=DONE)
                self.assertEqual(any(line.startswith(text) for line in found), expected and model == "ILP32", statement)

    def test_comparisons_with_freed_memory(self):
        head = "#include <assert.h>\n#include <stdlib.h>\nint main(void) { int *a = malloc(4), *b = a; "
        text = "pointers to memory that was freed are not compared with others"
        for statement, expected in (("free(a); a = malloc(4); assert(a != b);", True),
                                    ("free(a); assert(a != NULL);", False), ("a = malloc(4); assert(a != b);", False)):
            program = self.write("p.c", head + statement + " return 0; }\n")
            found = self.assumed("verify", "--engine", "bmc", program, code=DONE)
            self.assertEqual(any(line.startswith(text) for line in found), expected, statement)

    def test_nothing_to_check(self):
        program = self.write("p.c", "#include <assert.h>\nint main(void) { return 0; }\nvoid f(void) { assert(0); }\n")
        for command in ("verify", "gamble"):
            file = self.folder / "out.json"
            result = run(command, program, "--json", file)
            self.assert_exit(result, DONE)
            self.assertIn("nothing to check: no assertion or error call can be reached\nResult: TRUE\n", result.stdout)
            self.assertIn("nothing to check", json.loads(file.read_text())["reason"])
            self.assertEqual("--check standard" in result.stdout, command == "verify", "what could be done instead")

    def test_threads_do_not_matter_where_nothing_can_fail(self):
        program = self.write("p.c", "#include <unistd.h>\nint main(void) { return fork(); }\n")
        result = run("verify", program)
        self.assert_exit(result, DONE)
        self.assertIn("nothing to check", result.stdout)

    def test_a_crash_is_shown(self):
        program = harness.PROJECT / "test" / "kill" / "tree.c"
        file = self.folder / "out.json"
        process = subprocess.Popen([harness.TANDEM, "verify", "-q", "-D", "DEPTH=16", program, "--engine", "value", "--json", file],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not children.read_text():
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(int(children.read_text().split()[0]), signal.SIGSEGV)
        output, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, UNDECIDED, errors)
        crash = "value crashed (signal 11, Segmentation fault): this is a bug in tandem, please report it together with the program"
        self.assertIn(f"Result: UNKNOWN ({crash})\n", output)
        self.assertIn(f"tandem: {crash}\n", errors)
        self.assertEqual(json.loads(file.read_text())["crash"], crash)


if __name__ == "__main__":
    harness.main()
