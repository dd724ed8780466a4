"""tandem run: exit codes that scripts rely on, where inputs come from, what is printed where."""
import json
import signal
import subprocess
import time

import harness
from harness import CliTest, run

PROGRAM = """#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int a[2] = {0, 0};
  printf("x is %d\\n", x);
  if (x == 1) reach_error();
  if (x == 2) return a[x];
  if (x == 3) for (;;) a[0]++;
  if (x == 4) return __VERIFIER_nondet_int();
  return 9;
}
"""

TEST_CASE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN"
  "https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase><input>1</input></testcase>
"""


class Run(CliTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("program.c", PROGRAM)

    def run_json(self, *words):
        return json.loads(run("run", self.program, "--json", *words).stdout)

    def test_standard_output_is_the_programs_own(self):
        result = run("run", self.program, "--inputs", "0")
        self.assertEqual(result.stdout, "x is 0\n")
        self.assertIn("exit code 9", result.stderr)
        self.assert_exit(result, harness.DONE)

    def test_a_reached_error_is_10(self):
        result = run("run", self.program, "--inputs=1")
        self.assert_exit(result, harness.REACHED)
        self.assertIn(f"{self.program}:8:15: the error was reached", result.stderr)

    def test_a_runtime_error_is_20_and_has_its_line(self):
        result = run("run", self.program, "--inputs=2")
        self.assert_exit(result, harness.UNDECIDED)
        self.assertRegex(result.stderr, r"program\.c:9:\d+: runtime error: .*bounds")

    def test_a_limit_is_20(self):
        result = run("run", self.program, "--inputs=3", "--steps=1000")
        self.assert_exit(result, harness.UNDECIDED)
        self.assertIn("--steps", result.stderr)

    def test_too_few_inputs_are_20(self):
        for inputs in (["--inputs=4"], []):
            result = run("run", self.program, *inputs)
            self.assert_exit(result, harness.UNDECIDED)
            self.assertIn("wants another input", result.stderr)

    def test_inputs_from_a_test_case(self):
        path = self.write("test.xml", TEST_CASE)
        self.assert_exit(run("run", self.program, "--test", path), harness.REACHED)
        self.assert_exit(run("run", self.program, "--test", path, "--inputs=1"), harness.WRONG_USAGE)
        broken = self.write("broken.xml", "<testcase><input>1</testcase>")
        result = run("run", self.program, "--test", broken)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("broken.xml", result.stderr)

    def test_inputs_that_are_no_values(self):
        result = run("run", self.program, "--inputs=1,banana")
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("banana", result.stderr)

    def test_the_same_seed_gives_the_same_run(self):
        program = self.write("random.c", PROGRAM.replace("int main(void) {", "int main(void) { __VERIFIER_nondet_int();"))
        outputs = [run("run", program, "--seed", str(seed)).stdout for seed in (1, 1, 2, 3, 4)]
        self.assertEqual(outputs[0], outputs[1])
        self.assertGreater(len(set(outputs)), 1)

    def test_json_has_the_whole_result(self):
        result = self.run_json("--inputs=1", "--trace")
        self.assertEqual((result["end"], result["inputs"], result["output"]), ("error call", ["1"], "x is 1\n"))
        self.assertEqual(result["place"]["line"], 8)
        self.assertEqual([target["line"] for target in result["targets"]], [8])
        self.assertEqual(len(result["trace"]), result["steps"])
        self.assertIn("main@8:7+", result["trace"])

    def test_the_trace_names_edges_of_show(self):
        edges = run("show", "cfa", self.program).stdout
        for name in self.run_json("--inputs=2", "--trace")["trace"]:
            self.assertIn(f"  {name} ", edges)

    def test_an_interrupt_is_130_and_leaves_no_trace(self):
        program = self.write("endless.c", "int main(void) { for (volatile int i = 0;; i++) ; }\n")
        with subprocess.Popen([harness.TANDEM, "run", program, "--steps=1000000000000"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as child:
            time.sleep(1)
            child.send_signal(signal.SIGINT)
            output, errors = child.communicate(timeout=60)
        self.assertEqual((child.returncode, output), (130, ""))
        self.assertNotIn("#0 ", errors)

    def test_data_models_differ(self):
        program = self.write("width.c", "int main(void) { return sizeof(long); }\n")
        codes = {model: json.loads(run("run", program, "--json", "--data-model", model).stdout)["exit_code"]
                 for model in ("ILP32", "LP64")}
        self.assertEqual(codes, {"ILP32": 4, "LP64": 8})

    def test_options_for_the_preprocessor(self):
        self.write("headers/answer.h", "#define ANSWER (HALF * 2)\n")
        program = self.write("macro.c", "#include <answer.h>\nint main(void) { return ANSWER; }\n")
        result = run("run", program, "-I", self.folder / "headers", "-DHALF=21", "--json")
        self.assertEqual(json.loads(result.stdout)["exit_code"], 42)

    def test_compile_commands(self):
        self.write("sub/a.c", "int f(void);\nint main(void) { return f() + VALUE; }\n")
        self.write("sub/b.c", "int f(void) { return VALUE; }\n")
        commands = [{"directory": str(self.folder / "sub"), "file": name, "command": f"gcc -DVALUE={value} -c {name}"}
                    for name, value in (("a.c", 2), ("b.c", 40))]
        path = self.write("compile_commands.json", json.dumps(commands))
        result = run("run", "--compile-commands", path, "--json")
        self.assert_exit(result, harness.DONE)
        self.assertEqual(json.loads(result.stdout)["exit_code"], 42)


if __name__ == "__main__":
    harness.main()
