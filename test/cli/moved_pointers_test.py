"""Loops that move pointers through memory of any size: induction keeps the object that a pointer leads into, and where it is
there. Beside each program that is safe stand programs that only nearly are."""
import harness
from harness import CliTest, run

START = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
char *any_string(int n) {
  char *s = malloc(n);
  for (int i = 0; i < n - 1; i++) s[i] = __VERIFIER_nondet_char();
  s[n - 1] = 0;
  return s;
}
"""

SIZE = "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 100000) n = 1;"

# Bodies of main that are safe, whatever n is.
SAFE = [
    "char *s = any_string(n), *p = s; while (*p) p++; *p = 'x'; free(s);",
    "int *a = malloc(n * sizeof(int)), *p = a; for (int i = 0; i < n; i++) *p++ = i; free(a);",
    "int *a = malloc(n * sizeof(int)), *p = a + n; for (unsigned left = n; left--;) *--p = 1; free(a);",
    "char *a = malloc(n), *p = a; size_t left = n; while (left--) *p++ = 0; free(a);",
    "char *s = any_string(n), *p = s, *q = s; while (*p) { q = p; p++; } *q = 'x'; free(s);",
]

# Of these each has an error for some n; most need many iterations, so that none has to be found here.
UNSAFE = [
    "char *s = any_string(n), *p = s; while (*p) p++; p[1] = 'x'; free(s);",
    "char *s = any_string(n); s[n - 1] = 'a'; char *p = s; while (*p) p++; free(s);",
    "char *s = any_string(n), *p = s; do p++; while (*p); free(s);",
    "int *a = malloc(n * sizeof(int)), *p = a; for (int i = 0; i <= n; i++) *p++ = i; free(a);",
    "char *a = malloc(n), *p = a; size_t left = n; while (left--) *++p = 0; free(a);",
    "char *a = malloc(n), *b = malloc(n + 1), *p = b; for (int i = 0; i <= n; i++) { *p++ = 0; if (i == 40) p = a + 41; } free(a); free(b);",
    "char *s = any_string(n), *p = s; while (*p) { p++; if (p - s == 60) free(s); } if (p - s < 60) free(s);",
    "char *p; for (int i = 0; i < n; i++) { char y = i; if (i > 0 && i == n - 1) return *p; p = &y; }",
    "char *p = 0; for (int i = 0; i < n; i++) { char y[2] = {0, 0}; if (i == 70) return *p; if (!p || i == 69) p = y; else p = p + 0; }",
    "int *a = malloc(n * sizeof(int)); char *p = (char *)a; for (int i = 0; i < n; i++) { *(int *)p = i; p += i == 50 ? 5 : 4; } free(a);",
    "char *s = any_string(n), *p = s; if (n > 80) s[n - 1] = 'a'; while (*p) p++; free(s);",
]


class MovedPointers(CliTest):
    def verify(self, body, cpu):
        text = f"{START}int main(void) {{\n  {SIZE}\n  {body}\n  return 0;\n}}\n"
        return run("verify", self.write("program.c", text), "--check", "memory", "--engine", "kinduction", "--cpu", cpu)

    def test_safe_loops_are_proved(self):
        for body in SAFE:
            with self.subTest(body=body):
                self.assert_exit(self.verify(body, "10s"), harness.DONE)

    def test_nearly_safe_loops_are_not(self):
        for body in UNSAFE:
            with self.subTest(body=body):
                self.assertIn(self.verify(body, "2s").returncode, (harness.REACHED, harness.UNDECIDED))


if __name__ == "__main__":
    harness.main()
