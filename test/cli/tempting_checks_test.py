"""Programs that tempt checks of undefined behaviour to be wrong: lifetimes, bounds, leaks, arithmetic. Truth is what C says,
compared with the sanitizers of gcc and clang."""
import harness
from harness import CliTest, run

START = """#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
struct row { int cells[3]; int end; };
struct flexible { int count; int items[]; };
int global[4];
jmp_buf back;
int *kept;
struct node *list;
int *local_address(void) { int here = 1; int *p = &here; return p; }
int *static_address(void) { static int here = 1; return &here; }
int sum(int depth, int *above) { int own = depth; if (depth == 0) return *above; return *above + sum(depth - 1, &own); }
int *deep(int depth) { int own = depth; if (depth == 0) { kept = &own; return kept; } return deep(depth - 1); }
void take(int **to, int *from) { *to = from; }
"""

# check: (the body of main, is it right?)
PROGRAMS = {
    "memory": [
        ("return *local_address();", False),
        ("return *static_address();", True),
        ("return sum(3, &x);", True),
        ("deep(2); return *kept;", False),
        ("int *p = &x; for (int i = 0; i < 2; i++) { int y = i; if (i) return *p; p = &y; }", False),
        ("int *p = &x; for (int i = 0; i < 2; i++) { int y = i; p = &y; x = *p; }", True),
        ("int *p = malloc(4); *p = 1; int *q = realloc(p, 4); *q = 2; free(q);", True),
        ("int *p = malloc(4); *p = 1; int *q = realloc(p, 400); x = *p; free(q);", False),
        ("int *p = malloc(8), *q = p; free(p); free(q);", False),
        ("int *p = malloc(8); free(p + 1);", False),
        ("int *p = malloc(8); p++; free(p - 1);", True),
        ("struct node a = {1, malloc(sizeof(struct node))}, b = a; b.next->value = 2; free(a.next); return b.next->value;", False),
        ("struct node a = {1, malloc(sizeof(struct node))}, b = a; b.next->value = 2; x = a.next->value; free(b.next);", True),
        ("int *p; for (int i = 0; i < 2; i++) { int n = i + 1; int a[n]; a[i] = 1; p = a; } return *p;", False),
        ("for (int i = 0; i < 2; i++) { int n = i + 1; int a[n]; a[n - 1] = 1; x = a[i]; }", True),
        ("int *p; { p = (int[]){1, 2}; } return p[0];", False),
        ("int *p = (int[]){1, 2}; return p[1];", True),
        ("int *p = &x; take(&p, &(int){3}); return *p;", True),
        ("int *p; if (x) { int y = 1; take(&p, &y); } else p = &x; return *p;", False),
        ("int a[4]; int *p = a + 4; return p[-1] = 1;", True),
        ("int a[4]; int *p = a + 4; return *p = 1;", False),
        ("int a[4]; int *p = a; int i = x; if (i < -1 || i > 3) return 0; p[i] = 1;", False),
        ("int a[2][3]; int (*p)[3] = a; p[1][2] = 1;", True),
        ("int a[2][3]; int (*p)[3] = a; p[2][0] = 1;", False),
        ("int a[2][3]; a[0][3 + (x & 0)] = 1;", False),
        ("struct flexible *f = malloc(sizeof *f + 2 * sizeof(int)); f->items[1] = 1; free(f);", True),
        ("struct flexible *f = malloc(sizeof *f + 2 * sizeof(int)); f->items[2] = 1; free(f);", False),
        ("struct row r; r.cells[x & 3] = 1;", False),
        ("struct row r; r.cells[x & 1] = 1;", True),
        ("union { char bytes[4]; int whole; } u; u.whole = 0; u.bytes[x & 3] = 1;", True),
        ("union { char bytes[4]; int whole; } u; u.whole = 0; char *p = u.bytes; p[4] = 1;", False),
        ("char a[4], *b = malloc(3); memcpy(a, b, 3); free(b);", True),
        ("char a[4] = {0}, *b = malloc(3); memcpy(b, a, 4); free(b);", False),
        ("char *s = \"abc\"; s[x & 1] = 'x';", False),
        ("char s[4]; strcpy(s, x ? \"abcd\" : \"abc\");", False),
        ("char s[5]; strcpy(s, x ? \"abcd\" : \"abc\");", True),
        ("char s[4]; strncpy(s, \"abcd\", 4); return strlen(s);", False),
        ("char s[8] = \"ab\"; strcat(s, \"cdefg\");", True),
        ("char s[8] = \"ab\"; strcat(s, \"cdefgh\");", False),
        ("char *p = malloc(4); char *q = p + 70000; char *r = q - 70000; free(r);", True),
        ("int y = 0; int *p = &x; unsigned long bits = (unsigned long)p; { int z = 1; bits = (unsigned long)&z; } return *(int *)bits;", False),
        ("struct node *n = malloc(sizeof *n); n->next = n; struct node *m = n->next; free(m); return n->value;", False),
        # ranges of variables where branches and loops meet
        ("int i; for (i = 0; i < 4; i++) global[i] = 1; return global[i];", False),
        ("int i; for (i = 0; i < 4; i++) global[i] = 1; return global[i - 1];", True),
        ("int i = 0; for (int k = 0; k < 9; k++) { i++; if (i > 3) i = 0; } return global[i];", True),
        ("int i = 0; for (int k = 0; k < 9; k++) { i++; if (i > 4) i = 0; } if (x) i = 4; return global[i];", False),
        ("for (int i = 3; i >= 0; i--) for (int k = i; k < 4; k++) global[k - i] = 1;", True),
        ("for (int i = 3; i >= 0; i--) for (int k = i; k <= 4; k++) global[k - i] = 1;", False),
        ("if (!(x < 0) && !(x > 3)) return global[x];", True),
        ("if (!(x < 0 && x > 3)) return global[x];", False),
        ("if (x >= 0 || x < 4) return global[x];", False),
        ("_Bool b = x; return global[b * 3];", True),
        ("_Bool b = x; return global[b * 4];", False),
        ("unsigned char c = x; if (c < 4) return global[c]; return 0;", True),
        ("unsigned char c = x; if (c < 4) c--; return c < 5 ? 0 : global[c & 7];", False),
        ("int i = x & 3; again: if (x > 5) { i++; x = 0; goto again; } return global[i];", False),
        ("int i = x & 3; again: if (x > 5) { i = 3 - i; x = 0; goto again; } return global[i];", True),
        ("int i = 0; if (x == 7) i = 3; else if (x != 8) i = 2; else i = 4; return global[i];", False),
        ("unsigned u = x; if (u > 3) return 0; return global[x];", True),
        ("long l = x; if (l < 0 || l > 4) return 0; return global[l];", False),
        ("int i = 0; if (setjmp(back)) return global[i]; i = 9; longjmp(back, 1);", False),
    ],
    "leak": [
        ("kept = malloc(4); kept++;", True),
        ("int *p = malloc(4); if (x) free(p);", False),
        ("list = malloc(sizeof *list); list->next = malloc(sizeof *list); free(list);", False),
        ("list = malloc(sizeof *list); list->next = malloc(sizeof *list); free(list->next); free(list);", True),
        ("int *p = malloc(4); kept = p; p = 0;", True),
        ("int *p = malloc(4); exit(p != 0);", True),
    ],
    "cleanup": [
        ("kept = malloc(4); kept++; free(kept - 1);", True),
        ("list = malloc(sizeof *list); list->next = malloc(sizeof *list); free(list->next);", False),
    ],
    "overflow": [
        ("int y = x; if (y != -1) return 0; return (-2147483647 - 1) / y;", False),
        ("return (x | 1) == -1 ? 0 : 5 % (x | 1);", True),
        ("return -x;", False),
        ("int y = -2147483647 - 1; int z = (y + -1) + 23; return z;", False),  # gcc joins the constants
        ("int y; if (x > 5) return y + 1; return 0;", False),
        ("int y; if (x > 5) return y; x--; return x;", False),
        ("if (x > -2147483647) return -x;", True),
        ("char c = 127; c++; return c;", True),
        ("short s = (short)x; s += 1; s *= 2; return s;", True),
        ("short s = (short)x; return s * s * 2;", False),
        ("signed char c = (signed char)x; c = -c; return c;", True),
        ("return abs(x);", False),
        ("if (x > -100) return abs(x);", True),
        ("long long l = x; return (l * l) > 0;", True),
        ("long long l = x; return (l * l * 3) > 0;", False),
        ("unsigned u = (unsigned)x; return (int)(u * u) != 0;", True),
        ("x++;", False),
        ("if (x < 5) x++; else x--; return x;", True),
        ("int *p = global + (x & 1), *q = global + 3; return (int)(q - p);", True),
    ],
    "shift": [
        ("return x >> (sizeof(int) * 8);", False),
        ("return 1u << (x & 31) != 0;", True),
        ("return -1 << 1;", False),
        ("return (int)(1LL << (x & 40)) != 0;", True),
        ("int y = 1; y <<= 31; return y;", False),
    ],
    "div": [
        ("unsigned u = (unsigned)x; return (int)(7 / (u | 2));", True),
        ("x %= x;", False),
        ("if (x != 0 && x < 9) return 7 / x;", True),
        ("if (x != 0 || x < 9) return 7 / x;", False),
        ("if (x != 0) { x--; return 7 / x; }", False),
        ("if (x != 0) { take(&kept, &x); x = kept != 0; return 7 / x; }", True),
        ("if (x != 0) { take(&kept, &x); *kept = 0; return 7 / x; }", False),
    ],
    "conversion": [("unsigned char c = (unsigned char)(x & 255); return c;", True), ("unsigned char c = (unsigned char)x; return c;", False)],
    "pointer-compare": [("int a[2], b[2]; return a == b;", True), ("int a[2], b[2]; int *p = x ? a : b; return p < &a[1];", False)],
    "float": [("double d = x; return d / 3 > 1;", True), ("double d = x; return 1 / d > 1;", False)],
}


# All checks of this follow from types, branches and loops: no engine is asked.
CERTAIN = """int table[64];
int main(void) {
  int x = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < 64; i++) table[i] = i * 3;
  if (x > 0 && x < 1000) sum = x + 5;
  if (x != 0) sum = 1000 / x;
  return table[x & 63] >> (x & 15);
}
"""


class TemptingChecks(CliTest):
    def test_what_ranges_imply_is_no_target(self):
        program = self.write("program.c", "extern int __VERIFIER_nondet_int(void);\n" + CERTAIN)
        result = run("verify", program, "--check", "standard", "--cpu", "10s")
        self.assert_exit(result, harness.DONE)
        self.assertIn("no check is left for an engine", result.stdout)

    def verdict(self, check, body):
        program = f"{START}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  {body}\n  return 0;\n}}\n"
        result = run("verify", self.write("program.c", program), "--check", check, "--engine", "bmc", "--cpu", "10s")
        return result.returncode, result.stdout

    def test_each(self):
        for check, programs in PROGRAMS.items():
            for body, is_right in programs:
                with self.subTest(check=check, body=body):
                    code, text = self.verdict(check, body)
                    self.assertIn(code, (harness.DONE, harness.UNDECIDED) if is_right else (harness.REACHED, harness.UNDECIDED), text)
                    if body not in OPEN:
                        self.assertNotEqual(code, harness.UNDECIDED, text)


# Not decided. Compiled, the variable of the second round lies where that of the first did, and arrays of variable length
# lie where they did, so that no sanitizer confirms the error; and 64-bit products are hard for solvers.
# The third hangs on a value that was never written.
# Where longjmp leads is not followed.
OPEN = (
    "int i = 0; if (setjmp(back)) return global[i]; i = 9; longjmp(back, 1);",
    "int y; if (x > 5) return y + 1; return 0;",
    "int *p; for (int i = 0; i < 2; i++) { int n = i + 1; int a[n]; a[i] = 1; p = a; } return *p;",
    "int *p = &x; for (int i = 0; i < 2; i++) { int y = i; if (i) return *p; p = &y; }",
    "long long l = x; return (l * l) > 0;",
    "long long l = x; return (l * l * 3) > 0;",
)


if __name__ == "__main__":
    harness.main()
