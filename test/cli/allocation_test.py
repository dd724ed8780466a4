"""--malloc-may-fail: the option, what it changes about a verdict, and how a failing allocation is reported."""
import json

import harness
from harness import DONE, REACHED, CliTest, run

ASSUMED = "Assumed: memory can be allocated: malloc and the like do not fail (--malloc-may-fail lets them)"
CHECKED = """
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4), *q;
  if (!p) return 1;
  q = malloc(4);
  if (!q) %s;
  return 0;
}
"""
BY_POINTER = """
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  void *(*allocate)(size_t, size_t) = calloc;
  int *p = allocate(4, 1);
  if (!p) reach_error();
  return 0;
}
"""


class AllocationTest(CliTest):
    def test_only_with_the_option(self):
        program = self.write("p.c", CHECKED % "reach_error()")
        for command in ("verify", "gamble"):
            result = run(command, program, "--cpu", "60s")
            self.assert_exit(result, DONE)
            self.assertIn(ASSUMED + "\n", result.stdout)
            self.assert_exit(run(command, "--malloc-may-fail", program, "--cpu", "60s"), REACHED)

    def test_a_proof_with_the_option_does_not_rest_on_memory(self):
        program = self.write("p.c", CHECKED % "return 1; if (p == q) reach_error()")
        result = run("verify", "--malloc-may-fail", program, "--cpu", "60s")
        self.assert_exit(result, DONE)
        self.assertNotIn("memory can be allocated", result.stdout)

    def test_what_is_allocated_without_asking(self):
        own = self.write("own.c", "extern void reach_error(void);\nvoid *malloc(unsigned long n) { return 0; }\n"
                                  "int main(void) { if (malloc(1)) reach_error(); return 0; }\n")
        result = run("verify", "--malloc-may-fail", own, "--cpu", "60s")
        self.assert_exit(result, DONE)
        self.assertNotIn("memory can be allocated", result.stdout)
        of_library = self.write("library.c", "#include <stdlib.h>\nextern void reach_error(void);\n"
                                             "static void end(void) {}\nint main(void) { int *p = malloc(4); if (p) *p = 1; atexit(end);"
                                             " if (p && *p != 1) reach_error(); return 0; }\n")
        result = run("verify", "--malloc-may-fail", of_library, "--cpu", "60s")
        self.assertIn("Assumed: memory can be allocated that library functions use themselves\n", result.stdout)

    def test_which_allocation_fails(self):
        program = self.write("p.c", CHECKED % "reach_error()")
        file = self.folder / "out.json"
        result = run("verify", "--engine", "bmc", "--malloc-may-fail", program, "--json", file, "--harness",
                     self.folder / "h.c")
        self.assert_exit(result, REACHED)
        self.assertIn("confirmed by running the compiled program", result.stdout)
        first, second = f"the allocation succeeds, {program}:5:12", f"the allocation fails, {program}:7:7"
        self.assertIn(f"   1: 0: {first}\n   2: 1: {second}\n", result.stdout)
        inputs = json.loads(file.read_text())["counterexample"]["inputs"]
        self.assertEqual([(each["kind"], each["meaning"]) for each in inputs],
                         [("environment", first), ("environment", second)])
        self.assertIn(f"// 2: 1: {second}\n", (self.folder / "h.c").read_text())

    def test_the_place_of_a_call_through_a_pointer(self):
        program = self.write("p.c", BY_POINTER)
        result = run("verify", "--engine", "bmc", "--malloc-may-fail", program)
        self.assert_exit(result, REACHED)
        self.assertIn("confirmed by running the compiled program", result.stdout)
        self.assertIn(f"   1: 1: the allocation fails, {program}:6:12\n", result.stdout)

    def test_tools_are_given_the_choice(self):
        program = self.write("p.c", CHECKED % "reach_error()")
        if not any(line.startswith("cbmc ") and "missing" not in line for line in run("tools").stdout.splitlines()):
            self.skipTest("CBMC is not installed")
        self.assert_exit(run("verify", "--with", "cbmc", program, "--cpu", "60s"), DONE)
        self.assert_exit(run("verify", "--with", "cbmc", "--malloc-may-fail", program, "--cpu", "60s"), REACHED)

    def test_inputs_of_a_run_say_which_fail(self):
        program = self.write("p.c", CHECKED % "reach_error()")
        self.assert_exit(run("run", "--malloc-may-fail", program, "--inputs", "0,1"), REACHED)
        self.assert_exit(run("run", "--malloc-may-fail", program, "--inputs", "0,0"), DONE)
        self.assert_exit(run("run", program), DONE)


if __name__ == "__main__":
    harness.main()
