"""Every target its own verdict: tables, choices, bad input."""
import json

import harness
from harness import CliTest, run

THREE = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 77);
  if (x > 10) assert(x * 2 != 48);
  int y = x & 7;
  assert(y < 8);
  return y;
}
"""


def many(count, failing):
    lines = ["#include <assert.h>", "extern int __VERIFIER_nondet_int(void);", "int main(void) {"]
    for i in range(count):
        lines.append(f"  int x{i} = __VERIFIER_nondet_int();")
        lines.append(f"  if (x{i} > 0 && x{i} < 1000) assert(x{i} {'!=' if i in failing else '>'} {500 if i in failing else 0});")
    return "\n".join(lines + ["  return 0;", "}", ""])


class Targets(CliTest):
    def verify(self, text, code, *words):
        path = self.write("program.c", text)
        result = run("verify", path, "--cpu", "40s", "--json", str(self.folder / "out.json"), *words)
        self.assert_exit(result, code)
        return result.stdout, json.loads((self.folder / "out.json").read_text())

    def states(self, outcome):
        return {str(target["place"]["line"]): target["state"] for target in outcome["targets"]}

    def test_each_engine_decides_all(self):
        for engine in ("bmc", "kinduction", "predicate", "value", "default"):
            with self.subTest(engine=engine):
                words = () if engine == "default" else ("--engine", engine)
                text, outcome = self.verify(THREE, harness.REACHED, *words)
                states = self.states(outcome)
                self.assertEqual(states["5"], "reached", text)
                self.assertEqual(states["6"], "reached", text)
                if engine != "value":
                    self.assertEqual(states["8"], "unreachable", text)
                self.assertIn("Targets: 3, 2 reached", text)
                self.assertIn("assertion `x != 77`", text)

    def test_inputs_of_each(self):
        _, outcome = self.verify(THREE, harness.REACHED)
        values = {str(target["place"]["line"]): [int(each["bits"], 16) for each in target["counterexample"]["inputs"]]
                  for target in outcome["targets"] if target["state"] == "reached"}
        self.assertEqual(values, {"5": [77], "6": [24]})

    def test_fifty_assertions(self):
        failing = {3, 9, 17, 20, 31, 40, 49}
        text, outcome = self.verify(many(50, failing), harness.REACHED)
        reached = [target for target in outcome["targets"] if target["state"] == "reached"]
        self.assertEqual(len(reached), len(failing), text)
        self.assertTrue(all(target["counterexample"]["confirmed"] == "compiled" for target in reached))
        self.assertIn("Targets: 50, 7 reached, 43 unreachable", text)

    def test_an_error_hides_what_follows_it(self):
        text, outcome = self.verify("""#include <assert.h>
int main(void) { int x = 3;
  assert(x == 4);
  assert(x == 5);
}
""", harness.REACHED)
        self.assertEqual(self.states(outcome), {"3": "reached", "4": "unreachable"}, text)

    def test_loops_prove_some(self):
        text, outcome = self.verify("""#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned i = 0, n = (unsigned)__VERIFIER_nondet_int();
  while (i < n) {
    i++;
    assert(i != 0);
    assert(i != 3);
  }
  assert(i >= n);
}
""", harness.REACHED)
        states = self.states(outcome)
        self.assertEqual(states["8"], "reached", text)
        self.assertEqual(states["10"], "unreachable", text)
        self.assertEqual(states["7"], "unreachable", text)

    def test_error_function_through_a_pointer(self):
        text, _ = self.verify("""#include <assert.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  void (*f)(void) = reach_error;
  int x = __VERIFIER_nondet_int();
  assert((x & 1) < 2);
  assert((x & 3) < 4);
  if (x == 5) f();
}
""", harness.REACHED)
        self.assertIn("Result: FALSE", text)

    def test_chosen_target(self):
        _, outcome = self.verify(THREE, harness.REACHED)
        safe = next(target["id"] for target in outcome["targets"] if target["state"] == "unreachable")
        text, outcome = self.verify(THREE, harness.DONE, "--target", safe)
        self.assertIn("Result: TRUE", text)

    def test_what_is_left_out_is_not_called_proved(self):
        text, outcome = self.verify("""#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void left_out(int x) { assert(x != 3); }
int main(void) { int x = __VERIFIER_nondet_int(); left_out(x); assert((x & 1) < 2); }
""", harness.DONE, "--skip", "left_out")
        self.assertIn("given the condition", text)
        self.assertIn("apart from", text)

    def test_stop_on_first(self):
        _, outcome = self.verify(THREE, harness.REACHED, "--stop-on-first")
        self.assertEqual(sorted(target["state"] for target in outcome["targets"]), ["open", "open", "reached"])

    def test_property_asks_for_one_verdict(self):
        prp = self.write("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        text, _ = self.verify(THREE.replace("assert(x != 77)", "if (x == 77) reach_error()").replace(
            "int main", "extern void reach_error(void);\nint main"), harness.REACHED, "--property", prp)
        self.assertNotIn("Targets:", text)

    def test_condition_names_what_is_decided(self):
        condition = str(self.folder / "c.gia")
        path = self.write("program.c", THREE)
        self.assert_exit(run("verify", path, "--cpu", "40s", "--condition-out", condition), harness.REACHED)
        text = (self.folder / "c.gia").read_text()
        self.assertIn(" rt", text)
        self.assertIn(" ut", text)
        self.assert_exit(run("check", path, condition), harness.DONE)

    def test_bad_input(self):
        path = self.write("program.c", THREE)
        result = run("verify", path, "--target", "main@1:1")
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("there is no target 'main@1:1'; the program has main@", result.stderr)
        self.assert_exit(run("verify", path, "--stop-on-first", "--all-targets"), harness.WRONG_USAGE)


if __name__ == "__main__":
    harness.main()
