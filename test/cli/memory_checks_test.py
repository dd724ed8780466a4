"""Checks of memory: one program for each that violates it, and one that only nearly does; with every engine that can."""
import harness
from harness import CliTest, run

START = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
struct pair { int first; int second; };
int global[4];
struct node *kept;
int *leave(void) { int here = 3; int *out = &here; return out; }
void fill(int *to, int count) { for (int i = 0; i < count; i++) to[i] = i; }
"""

# By check: the body of main that violates it, and one that only nearly does.
CASES = {
    "bounds": [
        ("global[x] = 1;", "if (x >= 0 && x < 4) global[x] = 1;"),
        ("int a[3]; if (x >= 0 && x <= 3) a[x] = 1;", "int a[3]; if (x >= 0 && x < 3) a[x] = 1;"),
        ("int *p = malloc(8); p[2] = 1; free(p);", "int *p = malloc(8); p[1] = 1; free(p);"),
    ],
    "null": [
        ("struct pair *p = x ? malloc(8) : 0; p->second = 1;", "struct pair *p = x ? malloc(8) : 0; if (p) p->second = 1;"),
        ("int *p = 0; if (x) p = &x; return *p;", "int *p = &x; if (!x) p = global; return *p;"),
    ],
    "free": [
        ("int *p = malloc(4); free(p); if (x) free(p);", "int *p = malloc(4); free(p); if (x) p = 0; if (x) free(p);"),
        ("int *p = malloc(8); free(p + (x == 7));", "int *p = malloc(8); free(p + 0 * x);"),
        ("int *p = &x; free(p);", "int *p = 0; free(p);"),
        ("int *p = malloc(4); int *q = realloc(p, 8); if (x) free(p); free(q);",
         "int *p = malloc(4); int *q = realloc(p, 8); free(q);"),
    ],
    "memory": [
        ("int *p = malloc(4); *p = 1; free(p); return *p;", "int *p = malloc(4); *p = 1; int v = *p; free(p); return v;"),
        ("return *leave();", "return leave() == 0;"),
        ("int *p; { int y = 1; p = &y; } return *p;", "int *p; int r; { int y = 1; p = &y; r = *p; } return r;"),
        ("int *p = &x; for (int i = 0; i < 3; i++) { int y = i; if (i == 1) p = &y; } return *p;",
         "int *p = &x; for (int i = 0; i < 3; i++) { int y = i; if (i == 1) *(p = &y) = 2; p = &x; } return *p;"),
        ("int n = x; if (n < 1 || n > 9) return 0; char *p = malloc(n); p[n] = 0; free(p);",
         "int n = x; if (n < 1 || n > 9) return 0; char *p = malloc(n); p[n - 1] = 0; free(p);"),
        ("char *s = \"text\"; s[1] = 'a';", "char s[] = \"text\"; s[1] = 'a';"),
        ("char *s = \"text\"; return s[5];", "char *s = \"text\"; return s[4];"),
        ("int a[4]; fill(a, 5);", "int a[4]; fill(a, 4);"),
        ("int a[4], b[4] = {0}; memcpy(a, b, 17);", "int a[4], b[4] = {0}; memcpy(a, b, 16);"),
        ("int a[4]; memset(a + 1, 0, 16);", "int a[4]; memset(a + 1, 0, 12);"),
        ("struct node *n = malloc(sizeof *n); n->next = 0; n = n->next; n->value = 1;",
         "struct node *n = malloc(sizeof *n); n->next = n; n = n->next; n->value = 1; free(n);"),
        ("int *p = __builtin_alloca(8); p[2] = 1;", "int *p = __builtin_alloca(8); p[1] = 1;"),
        ("int n = 3; int a[n]; a[x & 3] = 1;", "int n = 4; int a[n]; a[x & 3] = 1;"),
    ],
    "leak": [
        ("int *p = malloc(4); *p = 1;", "int *p = malloc(4); *p = 1; free(p);"),
        ("kept = malloc(sizeof *kept); kept->next = malloc(sizeof *kept); kept = 0;",
         "kept = malloc(sizeof *kept); kept->next = malloc(sizeof *kept);"),
        ("kept = malloc(sizeof *kept); if (x == 5) kept = malloc(sizeof *kept);",
         "kept = malloc(sizeof *kept); if (x == 5) { free(kept); kept = malloc(sizeof *kept); }"),
    ],
    "cleanup": [
        ("kept = malloc(sizeof *kept); if (x == 5) free(kept);", "kept = malloc(sizeof *kept); free(kept);"),
        ("kept = malloc(sizeof *kept); if (x) exit(0); free(kept);", "kept = malloc(sizeof *kept); free(kept); exit(0);"),
    ],
    "pointer-compare": [("int a[2]; return a < global;", "return global + 1 < global + 3;")],
}

MEMSAFETY = "".join(f"CHECK( init(main()), LTL(G {part}) )\n" for part in ("valid-free", "valid-deref", "valid-memtrack"))


class MemoryChecks(CliTest):
    def verify(self, body, code, *words):
        text = f"{START}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  {body}\n  return 0;\n}}\n"
        result = run("verify", self.write("program.c", text), "--cpu", "20s", *words)
        self.assert_exit(result, code)
        return result.stdout

    def test_each_check(self):
        for check, programs in CASES.items():
            for wrong, right in programs:
                with self.subTest(check=check, program=wrong):
                    text = self.verify(wrong, harness.REACHED, "--check", check, "--engine", "bmc")
                    self.assertIn("This does not hold: ", text)
                with self.subTest(check=check, program=right):
                    self.assertIn("Result: TRUE", self.verify(right, harness.DONE, "--check", check, "--engine", "bmc"))

    def test_other_engines_and_slices(self):
        wrong, right = CASES["memory"][0]
        for words in (["--engine", "kinduction"], ["--engine", "bmc", "--reduce", "slice"], []):
            with self.subTest(words=words):
                self.verify(wrong, harness.REACHED, "--check", "memory", *words)
                self.verify(right, harness.DONE, "--check", "memory", *words)

    def test_the_properties_of_the_competition(self):
        file = self.write("valid-memsafety.prp", MEMSAFETY)
        for body, part in (("global[x] = 1;", "valid-deref"), ("free(&x);", "valid-free"),
                           ("int *p = malloc(4); *p = 1;", "valid-memtrack")):
            with self.subTest(part=part):
                self.assertIn(f"FALSE ({part})", self.verify(body, harness.REACHED, "--property", file))
        file = self.write("valid-memcleanup.prp", "CHECK( init(main()), LTL(G valid-memcleanup) )\n")
        self.assertIn("FALSE (valid-memcleanup)",
                      self.verify("kept = malloc(sizeof *kept);", harness.REACHED, "--property", file))

    def test_checked_accesses_are_not_assumed(self):
        self.assertNotIn("stay inside", self.verify("return global[x & 3];", harness.DONE, "--check", "memory"))

    def test_what_library_functions_access_is_assumed_where_it_is_not_checked(self):
        for argument, is_assumed in (("text", True), ('"text"', False)):
            program = self.write("program.c", "#define _DEFAULT_SOURCE\n#include <stdlib.h>\nint main(void) {\n"
                                 "  char *text = calloc(4, 1);\n"
                                 f"  a64l({argument});\n  free(text);\n  return 0;\n}}\n")
            result = run("verify", program, "--check", "memory", "--cpu", "20s")
            self.assert_exit(result, harness.DONE)
            self.assertEqual("'a64l' accesses only valid memory: this is not checked" in result.stdout, is_assumed)


if __name__ == "__main__":
    harness.main()
