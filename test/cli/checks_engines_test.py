"""Every check with every engine that can: a program that violates it is found, one that only nearly does is not reported."""
import harness
from harness import CliTest, run

import checks_test
import memory_checks_test

ENGINES = ("kinduction", "predicate", "value", "interval", "default", "gamble")

# What an engine cannot decide; it must not be wrong there, either.
# predicate analysis knows of lifetimes only that globals exist, value analysis and intervals enumerate few values
UNDECIDED_ERRORS = {
    "predicate": {"free", "leak", "cleanup", "uninit"},
    "value": set(checks_test.CASES) | set(memory_checks_test.CASES),
    "interval": set(checks_test.CASES) | set(memory_checks_test.CASES),
    "gamble": set(memory_checks_test.CASES),
}
UNDECIDED_PROOFS = {
    "predicate": {"null", "free", "memory", "leak", "cleanup", "uninit", "float", "conversion", "pointer-compare"},
    "value": set(checks_test.CASES) | set(memory_checks_test.CASES),
    "interval": set(checks_test.CASES) | set(memory_checks_test.CASES),
    "gamble": set(memory_checks_test.CASES),
}


class EveryEngine(CliTest):
    def verdict(self, text, check, engine):
        words = [] if engine == "default" else ["--engine", engine]
        return run("verify", self.write("program.c", text), "--check", check, "--cpu", "8s", *words)

    def check(self, engine, check, texts):
        wrong, right = texts
        with self.subTest(engine=engine, check=check, program="wrong"):
            result = self.verdict(wrong, check, engine)
            self.assertNotEqual(result.returncode, harness.DONE, result.stdout)
            if check not in UNDECIDED_ERRORS.get(engine, ()):
                self.assert_exit(result, harness.REACHED)
        with self.subTest(engine=engine, check=check, program="right"):
            result = self.verdict(right, check, engine)
            self.assertNotEqual(result.returncode, harness.REACHED, result.stdout)
            if check not in UNDECIDED_PROOFS.get(engine, ()):
                self.assert_exit(result, harness.DONE)

    def test_arithmetic(self):
        for check, pairs in checks_test.CASES.items():
            texts = [f"{checks_test.START}  {body}\n  return 0;\n}}\n" for body in pairs[0]]
            for engine in ENGINES:
                self.check(engine, check, texts)

    def test_memory(self):
        start = memory_checks_test.START
        for check, pairs in memory_checks_test.CASES.items():
            texts = [f"{start}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  {body}\n  return 0;\n}}\n"
                     for body in pairs[0]]
            for engine in ENGINES:
                self.check(engine, check, texts)


if __name__ == "__main__":
    harness.main()
