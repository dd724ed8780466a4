"""Checks of memory: one program for each that violates it, and one that only nearly does; with every engine that can."""
import shutil

import harness
from harness import CliTest, run

START = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
struct pair { int first; int second; };
enum color { RED, GREEN = 5, BLUE };
struct painted { enum color color; int size; };
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
        # a compiled program asks for the value before it finds that there is no place for it
        ("int *p = malloc(8); p[x == 3 ? 2 : 1] = __VERIFIER_nondet_int(); free(p);",
         "int *p = malloc(8); p[x == 3 ? 0 : 1] = __VERIFIER_nondet_int(); free(p);"),
        ("return *leave();", "return leave() == 0;"),
        ("int *p; { int y = 1; p = &y; } return *p;", "int *p; int r; { int y = 1; p = &y; r = *p; } return r;"),
        ("int *p = &x; for (int i = 0; i < 3; i++) { int y = i; if (i == 1) p = &y; } return *p;",
         "int *p = &x; for (int i = 0; i < 3; i++) { int y = i; if (i == 1) *(p = &y) = 2; p = &x; } return *p;"),
        ("int n = x; if (n < 1 || n > 9) return 0; char *p = malloc(n); p[n] = 0; free(p);",
         "int n = x; if (n < 1 || n > 9) return 0; char *p = malloc(n); p[n - 1] = 0; free(p);"),
        ("char *s = \"text\"; s[1] = 'a';", "char s[] = \"text\"; s[1] = 'a';"),
        ("int a[4] = {0}; a[x & 7];", "int a[4] = {0}; a[x & 3];"),  # nothing uses what is read
        ("char *s = \"\"; if (x) s[0] = 1;", "char s[] = \"\"; if (x) s[0] = 1;"),
        ("static const int c[2] = {1}; *(int *)&c[x & 1] = 2;", "static int c[2] = {1}; const int *p = c; *(int *)&p[x & 1] = 2;"),
        ("char *s = \"text\"; return s[5];", "char *s = \"text\"; return s[4];"),
        ("int a[4]; fill(a, 5);", "int a[4]; fill(a, 4);"),
        ("int a[4], b[4] = {0}; memcpy(a, b, 17);", "int a[4], b[4] = {0}; memcpy(a, b, 16);"),
        ("char a[8]; memset(a, 0, 8); memcpy(a, a + (x & 3), 4);", "char a[8]; memset(a, 0, 8); memcpy(a, a + 4, 4);"),
        ("char *p = malloc(40000); char *q = p + 99000; int r = 0; if (x) r = *q; free(p); return r;",
         "char *p = malloc(40000); char *q = p + 39000; *q = 1; int r = 0; if (x) r = *q; free(p); return r;"),
        ("int a[4]; memset(a + 1, 0, 16);", "int a[4]; memset(a + 1, 0, 12);"),
        ("struct node *n = malloc(sizeof *n); n->next = 0; n = n->next; n->value = 1;",
         "struct node *n = malloc(sizeof *n); n->next = n; n = n->next; n->value = 1; free(n);"),
        # where sanitizers see nothing: far outside, and in place of what has ended
        ("static int a[10], b[5000]; int *p = a; if (x > 900 && x < 1900) p[x] = 1; return b[3];",
         "static int a[10], b[5000]; int *p = a; if (x > 4 && x < 10) p[x] = 1; return b[3];"),
        ("int *p = &x; for (int i = 0; i < 2; i++) { int a[2]; if (i == 0) p = a; else p[0] = 1; }",
         "int *p = &x; for (int i = 0; i < 2; i++) { int a[2]; if (i == 1) p = a; p[0] = 1; }"),
        ("int *p = 0; for (int i = 0; i < 2; i++) { int y; if (p) *p = 1; p = &y; }",
         "int *p = 0, i = 0; again:; int y; if (p) *p = 1; p = &y; if (i++ < 2) goto again;"),
        ("int *p = __builtin_alloca(8); p[2] = 1;", "int *p = __builtin_alloca(8); p[1] = 1;"),
        ("int n = 3; int a[n]; a[x & 3] = 1;", "int n = 4; int a[n]; a[x & 3] = 1;"),
        # what is copied by strcpy and its relatives
        ("char s[8] = \"abc\"; strcpy(s, s + (x & 1));", "char s[8] = \"abc\"; strcpy(s + 4, s + (x & 1));"),
        ("char s[8] = \"abc\"; strcpy(s + 3, s);", "char s[8] = \"abc\"; strcpy(s + 4, s);"),
        ("char s[8] = \"xxxabc\"; strcpy(s, s + 3);", "char s[8] = \"xxxxab\"; strcpy(s, s + 4);"),
        ("char s[9] = \"ab\"; strcat(s, s);", "char s[9] = \"ab\"; strcat(s, s + 3 + (x & 1));"),
        ("char s[9] = \"abcd\"; strncpy(s, s + 2, 3);", "char s[9] = \"abcd\"; strncpy(s, s + 2, 2);"),
        # what is printed
        ("char s[3] = {'a', 'b', 'c'}; printf(\"%s\\n\", s);", "char s[4] = {'a', 'b', 'c'}; printf(\"%s\\n\", s);"),
        ("char s[3] = {'a', 'b', x}; printf(\"%d %s\\n\", x, s);",
         "char s[3] = {'a', 'b', x}; printf(\"%d %.3s %.*s\\n\", x, s, 2, s);"),
        ("char s[3] = {'a', 'b', x}; puts(s);", "char s[3] = {'a', x, 0}; puts(s + 1);"),
        ("char *s = malloc(4); strcpy(s, \"abc\"); free(s); printf(\"%s\", s);",
         "char *s = malloc(4); strcpy(s, \"abc\"); printf(\"%s\", s); free(s);"),
        ("char s[7]; sprintf(s, \"%s-%s\", \"abc\", \"abc\");", "char s[8]; sprintf(s, \"%s-%s\", \"abc\", \"abc\");"),
        ("char s[4]; sprintf(s, \"%d\", x & 1023);", "char s[4]; sprintf(s, \"%d\", x & 511);"),
        ("char s[9] = \"abc\"; sprintf(s, \"%s-\", s + (x & 1));", "char s[9] = \"abc\"; sprintf(s + 4, \"%s-\", s);"),
        ("char s[4]; snprintf(s, 5, \"%d\", x & 1023);", "char s[4]; snprintf(s, 4, \"%d\", x & 1023);"),
    ],
    "leak": [
        ("int *p = malloc(4); *p = 1;", "int *p = malloc(4); *p = 1; free(p);"),
        ("kept = malloc(sizeof *kept); kept->next = malloc(sizeof *kept); kept = 0;",
         "kept = malloc(sizeof *kept); kept->next = malloc(sizeof *kept);"),
        ("kept = malloc(sizeof *kept); kept->next = malloc(sizeof *kept); if (x) kept->next = 0; exit(x);",
         "kept = malloc(sizeof *kept); kept->next = malloc(sizeof *kept); exit(x);"),
        ("kept = malloc(sizeof *kept); if (x == 5) kept = malloc(sizeof *kept);",
         "kept = malloc(sizeof *kept); if (x == 5) { free(kept); kept = malloc(sizeof *kept); }"),
    ],
    "cleanup": [
        ("kept = malloc(sizeof *kept); if (x == 5) free(kept);", "kept = malloc(sizeof *kept); free(kept);"),
        ("kept = malloc(sizeof *kept); if (x) exit(0); free(kept);", "kept = malloc(sizeof *kept); free(kept); exit(0);"),
    ],
    "uninit": [
        ("int y; if (x) y = 1; return y;", "int y; if (x) y = 1; else y = 2; return y;"),
        ("int y; if (x) y = 1; return 2 * y;", "int y; if (x) y = 1; return x ? 2 * y : 3;"),
        ("for (int i = 0; i < 2; i++) { int y; if (i == 0) y = 1; if (y) x = 2; }",
         "for (int i = 0; i < 2; i++) { int y; if (i == 0) { y = 1; if (y) x = 2; } }"),
        ("int a[3]; a[0] = 1; return a[x & 1];", "int a[3]; a[0] = 1; a[1] = 2; return a[x & 1];"),
        ("int *p = malloc(8); p[0] = 1; int r = p[x & 1]; free(p); return r;",
         "int *p = calloc(2, 4); p[0] = 1; int r = p[x & 1]; free(p); return r;"),
        ("struct pair s; s.first = 1; struct pair t = s; return t.second;",
         "struct pair s; s.first = 1; struct pair t = s; return t.first;"),
        ("char b[4], c[4]; b[0] = 1; memcpy(c, b, 4); return c[1];", "char b[4], c[4]; b[0] = 1; memcpy(c, b, 4); return c[0];"),
        ("unsigned char b[4], c[4]; b[0] = 1; for (int i = 0; i < 4; i++) c[i] = b[i]; return c[2];",
         "unsigned char b[4], c[4]; b[0] = 1; for (int i = 0; i < 4; i++) c[i] = b[i]; return c[0];"),
        ("int y; fill(&y, x & 1); return y;", "int y; fill(&y, 1); return y;"),
        ("union { short s; int i; } u; u.s = 1; return u.i;", "union { short s; int i; } u; u.i = 1; return u.s;"),
        ("int *p; { int y; p = &y; x = *p; }", "int *p; { int y; p = &y; *p = 1; x = *p; }"),
        ("int a[2]; int *p = x ? &a[0] : &a[1]; a[0] = 1; return *p;",
         "int a[2]; int *p = x ? &a[0] : &a[1]; memset(a, 0, sizeof a); return *p;"),
        ("char s[8]; s[0] = 'a'; return strlen(s) > 3;", "char s[8]; s[0] = 'a'; s[1] = 0; return strlen(s) > 3;"),
        ("struct { unsigned a : 3; unsigned char b; } s; s.a = 1; return s.b;",
         "struct { unsigned a : 3; unsigned char b; } s; s.a = 1; return s.a;"),
    ],
    "enum": [
        ("enum color c = x; return c == RED;", "if (x != 5 && x != 6) return 0; enum color c = x; return c == RED;"),
        ("enum color c; memcpy(&c, &x, 4); return c;", "enum color c; if (x != 0) x = 5; memcpy(&c, &x, 4); return c;"),
        ("struct painted p = {RED, 1}, *q = &p; q->color += x & 1;",
         "struct painted p = {GREEN, 1}, *q = &p; q->color += x & 1;"),
        ("enum color c[2] = {RED, BLUE}; c[1]++; return c[0];", "enum color c[2] = {GREEN, BLUE}; c[0]++; return c[0];"),
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

    def test_what_main_is_passed(self):
        # Arguments are texts of any length, followed by a null pointer.
        for name, body, wrong in (("copied", "char name[16]; if (argc < 2) return 1; strcpy(name, argv[1]); return name[0];", True),
                                  ("missing", "return argv[1][0] == 'x';", True),
                                  ("there", "if (argc != 2) return 1; return argv[1][0] == 'x';", False)):
            program = self.write(f"{name}.c", "#include <string.h>\nint main(int argc, char **argv) { %s }\n" % body)
            result = run("verify", "-q", program, "--check", "memory", "--cpu", "20s")
            self.assert_exit(result, harness.REACHED if wrong else harness.DONE)

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

    def test_a_check_that_fails_in_a_model_is_shown_at_the_call(self):
        body = "char s[4];\n  strcpy(s, x ? \"abcd\" : \"abc\");"
        text = self.verify(body, harness.REACHED, "--check", "memory", "--engine", "bmc")
        line = START.count("\n") + 4
        self.assertRegex(text, rf"This does not hold: what strcpy writes at `s` is writable, at .*program.c:{line}:")
        body = "char s[4];\n  memset(s, 'a', 4);\n  return strlen(s);"
        text = self.verify(body, harness.REACHED, "--check", "memory", "--engine", "bmc")
        self.assertRegex(text, rf"This does not hold: what strlen reads at `s` is readable, at .*program.c:{line + 1}:")

    def test_memory_sanitizer_confirms_what_it_sees(self):
        text = self.verify("int y;\n  if (x == 5) y = 1;\n  if (y) return 1;", harness.REACHED, "--check", "uninit",
                           "--engine", "bmc", "--data-model", "LP64")
        if shutil.which("clang") or shutil.which("clang-19"):
            self.assertIn("compiled with MemorySanitizer", text)

    def test_other_tools_get_the_checks_as_c(self):
        if shutil.which("cbmc") is None:
            self.skipTest("cbmc is not installed")
        wrong, right = CASES["memory"][0]
        self.verify(wrong, harness.REACHED, "--check", "memory", "--with", "cbmc")
        self.verify(right, harness.DONE, "--check", "memory", "--with", "cbmc")
        self.verify("return 7 / x;", harness.REACHED, "--check", "div", "--with", "cbmc")
        self.verify("return x ? 7 / x : 0;", harness.DONE, "--check", "div", "--with", "cbmc")

    def test_pointers_to_what_has_ended_are_not_taken_for_valid(self):
        # Compiled, the variable lies where it did before: sanitizers see no error, the interpreter does.
        for body in ("int *kept[2]; for (int i = 0; i < 2; i++) { int y = i; kept[i] = &y; if (i == 1) return *kept[x & 1]; }",
                     "int *kept[90]; for (int i = 0; i < 2; i++) { int y = i; kept[(x & 31) + i] = &y; if (i == 1) return *kept[x & 31]; }",
                     "unsigned long kept = 0; for (int i = 0; i < 2; i++) { int y = i; if (i == 1) return *(int *)kept; kept = (unsigned long)&y; }"):
            with self.subTest(body=body):
                text = self.verify(body, harness.REACHED, "--check", "memory", "--engine", "bmc")
                self.assertIn("sanitizers do not see each of these errors", text)

    def test_checked_accesses_are_not_assumed(self):
        self.assertNotIn("stay inside", self.verify("return global[x & 3];", harness.DONE, "--check", "memory"))

    def test_formats_that_are_not_constant_are_assumed_to_fit(self):
        text = self.verify("char s[4]; const char *f = x ? \"%d\" : \"%u\"; sprintf(s, f, 1);", harness.DONE, "--check", "memory",
                           "--engine", "bmc")
        self.assertIn("'sprintf' accesses only valid memory: this is not checked", text)

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
