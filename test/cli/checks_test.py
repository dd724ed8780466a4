"""Checks for undefined behaviour: one program for each that violates it, and one that only nearly does."""
import harness
from harness import CliTest, run

START = """extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  double d = __VERIFIER_nondet_double();
"""

# By check: what violates it, and what only nearly does.
CASES = {
    "overflow": [
        ("return x + 1;", "if (x < 2147483647) return x + 1;"),
        ("if (x < 46342 && x > 0) return x * x;", "if (x < 46341 && x > -46341) return x * x;"),
        ("return -x;", "if (x != -2147483647 - 1) return -x;"),
        ("if (y != 0) return x / y;", "if (y > 0) return x / y;"),
        ("if (x > 0 && y < 0) return x - y;", "if (x > 0 && y > 0) return x - y;"),
        ("long long z = x; return z * 4294967297LL * 2 > 5;", "long long z = x; return z * 2147483648LL > 5;"),
        ("if (x > 0 || x + y > 0) return 1;", "if (x >= 0 || (y >= 0 && x + y > 0)) return 1;"),
        ("short s = (short)x; return s * 100000;", "short s = (short)x; s++; return s * 65535;"),
    ],
    "div": [("return 7 / x;", "if (x != 0) return 7 / x;"), ("return y ? 1 : 7 % (x + x);", "return x && 7 % x;"),
            ("(void)(y ? 1 : 7 / x), x;", "(void)(x ? 7 / x : 1), x;")],
    "shift": [
        ("if (x >= 0) return (int)(1u << x);", "if (x >= 0 && x < 32) return (int)(1u << x);"),
        ("return 1 >> x;", "return 1 >> (x & 31);"),
        ("if (x > 0 && x < 32) return 1 << x;", "if (x > 0 && x < 31) return 1 << x;"),
    ],
    "unsigned-overflow": [
        ("return (int)(u + 1);", "if (u < 4294967295u) return (int)(u + 1);"),
        ("return (int)(u - 5);", "if (u >= 5) return (int)(u - 5);"),
        ("return (int)(u * 3);", "if (u <= 1431655765u) return (int)(u * 3);"),
    ],
    "conversion": [
        ("return (signed char)x;", "if (x >= -128 && x <= 127) return (signed char)x;"),
        ("return (unsigned)x == 3;", "if (x >= 0) return (unsigned)x == 3;"),
        ("return (int)d;", "if (d > -2147483649.0 && d < 2147483648.0) return (int)d;"),
    ],
    "float": [("return d * d > 1;", "if (d > 0 && d < 10) return d * d > 1;")],
}

# What a sanitizer sees is confirmed by a run of the compiled program.
SANITIZED = ("overflow", "div", "shift")


class Checks(CliTest):
    def verify(self, body, code, *words):
        result = run("verify", self.write("program.c", f"{START}  {body}\n  return 0;\n}}\n"), "--cpu", "20s", *words)
        self.assert_exit(result, code)
        return result.stdout

    def test_each_check(self):
        for check, programs in CASES.items():
            for wrong, right in programs:
                with self.subTest(check=check, program=wrong):
                    text = self.verify(wrong, harness.REACHED, "--check", check)
                    self.assertIn(f"Result: FALSE ({check})", text)
                    self.assertIn("This does not hold: ", text)
                    if check in SANITIZED:
                        self.assertIn("compiled with UndefinedBehaviorSanitizer", text)
                with self.subTest(check=check, program=right):
                    self.assertIn("Result: TRUE", self.verify(right, harness.DONE, "--check", check))

    def test_several_engines_and_gambling_on_the_written_program(self):
        for engine in ("bmc", "kinduction", "predicate", "value"):
            with self.subTest(engine=engine):
                self.verify("return 7 / x;", harness.REACHED, "--check", "div", "--engine", engine)

    def test_without_the_check_it_is_assumed(self):
        text = self.verify("return x + 1;", harness.DONE)
        self.assertIn("--check overflow checks this", text)
        self.assertNotIn("wraps around", self.verify("if (x < 0) return x + 1;", harness.DONE, "--check", "overflow"))

    def test_the_property_of_the_competition(self):
        file = self.write("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")
        self.assertIn("FALSE (no-overflow)", self.verify("return x + 1;", harness.REACHED, "--property", file))

    def test_conditions_are_about_their_checks(self):
        program = self.write("program.c", f"{START}  return x + 1;\n}}\n")
        plain = self.folder / "plain.gia"
        self.assert_exit(run("verify", program, "--condition-out", plain), harness.DONE)
        result = run("verify", program, "--check", "overflow", "--condition", plain)
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("the automaton is about the default property, the task is about", result.stderr)
        self.assert_exit(run("verify", program, "--malloc-may-fail", "--condition", plain), harness.BAD_INPUT)

    def test_unknown_checks(self):
        program = self.write("program.c", START + "}\n")
        result = run("verify", program, "--check", "overflow,sanity")
        self.assert_exit(result, harness.BAD_INPUT)
        self.assertIn("there is no check 'sanity'; accepted are overflow, div", result.stderr)


if __name__ == "__main__":
    harness.main()
