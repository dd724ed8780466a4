"""Contracts of functions and loops: six functions proved by their contract and replaced by it, wrong contracts refused with
place and counterexample. Every program is decided by goto-instrument and CBMC, too, where they are installed."""
import re
import os
import shutil
import subprocess
import tempfile
import unittest

import harness
from harness import BAD_INPUT, DONE, REACHED, CliTest, run

# Six functions with contracts; {…} are places that tests change.
LIBRARY = """
#include <stdlib.h>
#include <stdint.h>
struct buffer { size_t length; size_t capacity; uint8_t *data; };
int clamp(int x, int low, int high)
  __CPROVER_requires(low <= high)
  __CPROVER_ensures(low <= __CPROVER_return_value && __CPROVER_return_value <= high)
  __CPROVER_ensures((low <= x && x <= high) ==> __CPROVER_return_value == x)
  __CPROVER_assigns()
{ return x < low ? low : x > high ? high : x; }

void swap(int *a, int *b)
  __CPROVER_requires(__CPROVER_is_fresh(a, sizeof(*a)) && __CPROVER_is_fresh(b, sizeof(*b)))
  __CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a))
  __CPROVER_assigns(*a, *b)
{ int t = *a; *a = *b; *b = t; }

int push(struct buffer *to, uint8_t byte)
  __CPROVER_requires(__CPROVER_is_fresh(to, sizeof(*to)))
  __CPROVER_requires(to->capacity > 0 && to->capacity < 100 && to->length <= to->capacity)
  __CPROVER_requires(__CPROVER_is_fresh(to->data, to->capacity))
  __CPROVER_assigns(to->length, __CPROVER_object_whole(to->data))
  __CPROVER_ensures(to->length <= to->capacity)
  __CPROVER_ensures(__CPROVER_return_value == 0 ==> to->length == __CPROVER_old(to->length) + 1 && to->data[__CPROVER_old(to->length)] == byte)
  __CPROVER_ensures(__CPROVER_return_value != 0 ==> to->length == __CPROVER_old(to->length))
{ if (to->length == to->capacity) return -1; to->data[to->length] = byte; to->length = to->length + 1; return 0; }

static int counter;
int next(void)
  __CPROVER_requires(counter >= 0 && counter < 1000)
  __CPROVER_ensures(counter == __CPROVER_old(counter) + 1 && __CPROVER_return_value == counter)
  __CPROVER_assigns(counter)
{ counter = counter + 1; return counter; }

int *make(int value)
  __CPROVER_ensures(__CPROVER_return_value == NULL || (__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)) && *__CPROVER_return_value == value))
  __CPROVER_assigns()
{ int *p = malloc(sizeof(int)); if (p) *p = value; return p; }

void drop(int **p)
  __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)) && __CPROVER_is_fresh(*p, sizeof(**p)))
  __CPROVER_assigns(*p)
  __CPROVER_frees(*p)
  __CPROVER_ensures(*p == NULL)
{ free(*p); *p = NULL; }

void harness_clamp(void) { int x, l, h; clamp(x, l, h); }
void harness_swap(void) { int *a, *b; swap(a, b); }
void harness_push(void) { struct buffer *b; uint8_t c; push(b, c); }
void harness_next(void) { next(); }
void harness_make(void) { int v; make(v); }
void harness_drop(void) { int **p; drop(p); }
"""

# name, function, text replaced in the library, its replacement; each makes the contract wrong.
WRONG = [
    ("clamp", "clamp", "x > high ? high : x", "x > high ? high + 1 : x"),
    ("swap", "swap", "*b = t;", "*b = *a;"),
    ("push", "push", "to->length = to->length + 1; return 0;", "to->length = to->length + 2; return 0;"),
    ("push off by one", "push", "__CPROVER_ensures(to->length <= to->capacity)", "__CPROVER_ensures(to->length < to->capacity)"),
    ("next", "next", "return counter; }", "return counter - 1; }"),
    ("make", "make", "*p = value; return p;", "*p = value + 1; return p;"),
    ("assigns one of two", "swap", "__CPROVER_assigns(*a, *b)", "__CPROVER_assigns(*a)"),
    ("assigns too little of a buffer", "push", "__CPROVER_object_whole(to->data)", "__CPROVER_object_upto(to->data, 1)"),
    ("assigns no global", "next", "__CPROVER_assigns(counter)", "__CPROVER_assigns()"),
    ("assigns and frees nothing", "drop", "__CPROVER_frees(*p)", "__CPROVER_frees()"),
    ("assigns nothing", "push", "  __CPROVER_assigns(to->length, __CPROVER_object_whole(to->data))\n", ""),
]

# name, body of a caller, replaced functions, whether it holds
CALLERS = [
    ("clamp", "int x; int y = clamp(x, 0, 9); __CPROVER_assert(y >= 0 && y <= 9, \"\");", ["clamp"], True),
    ("clamp says no more", "int x; int y = clamp(x, 0, 9); __CPROVER_assert(y != 4, \"\");", ["clamp"], False),
    ("clamp requires", "int x, l, h; clamp(x, l, h);", ["clamp"], False),
    ("swap", "int a = 1, b = 2; swap(&a, &b); __CPROVER_assert(a == 2 && b == 1, \"\");", ["swap"], True),
    ("swap requires two", "int a = 1; swap(&a, &a);", ["swap"], False),
    ("next", "counter = 5; int n = next(); __CPROVER_assert(n == 6 && counter == 6, \"\");", ["next"], True),
    ("next changes", "counter = 5; next(); __CPROVER_assert(counter == 5, \"\");", ["next"], False),
    ("next twice", "counter = 5; next(); int n = next(); __CPROVER_assert(n == 7, \"\");", ["next"], True),
    ("make", "int *p = make(3), *q = make(4); if (p && q) { *q = 5; __CPROVER_assert(*p == 3 && p != q, \"\"); }", ["make"], True),
    ("make may fail", "int *p = make(3); __CPROVER_assert(p != NULL, \"\");", ["make"], False),
    ("push", "uint8_t d[4]; struct buffer b = {1, 4, d}; int r = push(&b, 7); __CPROVER_assert(r != 0 || (b.length == 2 && d[1] == 7), \"\");", ["push"], True),
    ("push forgets the rest", "uint8_t d[4] = {9}; struct buffer b = {1, 4, d}; push(&b, 7); __CPROVER_assert(d[0] == 9, \"\");", ["push"], False),
]

# name, body of the harness, whether it holds
LOOPS = [
    ("sum", "unsigned n, s = 0, i; __CPROVER_assume(n < 1000); for (i = 0; i < n; ++i) __CPROVER_assigns(i, s) "
            "__CPROVER_loop_invariant(i <= n && s == 2 * i) __CPROVER_decreases(n - i) { s += 2; } __CPROVER_assert(s == 2 * n, \"\");", True),
    ("not inductive", "unsigned n, s = 0, i; __CPROVER_assume(n < 1000); for (i = 0; i < n; ++i) __CPROVER_assigns(i, s) "
                      "__CPROVER_loop_invariant(s <= 2 * n) { s += 2; } __CPROVER_assert(1, \"\");", False),
    ("not at the beginning", "unsigned n, i = 1; while (i < n) __CPROVER_assigns(i) __CPROVER_loop_invariant(i >= 2) { ++i; }", False),
    ("too weak", "unsigned n, i = 0; while (i < n) __CPROVER_assigns(i) __CPROVER_loop_invariant(i <= n) { ++i; } __CPROVER_assert(i == n - 1, \"\");", False),
    ("does not decrease", "unsigned n, i = 0; __CPROVER_assume(n < 1000); while (i < n) __CPROVER_assigns(i) __CPROVER_loop_invariant(i <= n) __CPROVER_decreases(i) { ++i; }", False),
    ("assigns too little", "unsigned n, i = 0, s = 0; while (i < n) __CPROVER_assigns(i) __CPROVER_loop_invariant(i <= n) { ++i; s = 1; }", False),
    ("break", "unsigned n, i = 0; while (1) __CPROVER_assigns(i) __CPROVER_loop_invariant(i <= n) { if (i == n) break; ++i; } __CPROVER_assert(i == n, \"\");", True),
    ("loop entry", "unsigned n, i = n, k; __CPROVER_assume(n < 1000 && k < 1000); while (k > 0) __CPROVER_assigns(i, k) "
                   "__CPROVER_loop_invariant(k <= __CPROVER_loop_entry(k) && i - __CPROVER_loop_entry(i) == __CPROVER_loop_entry(k) - k) { ++i; --k; } __CPROVER_assert(i >= n, \"\");", True),
    ("array", "int a[10]; for (int i = 0; i < 10; ++i) __CPROVER_assigns(i, __CPROVER_object_whole(a)) "
              "__CPROVER_loop_invariant(0 <= i && i <= 10) { a[i] = 0; }", True),
    ("elements without a clause", "unsigned char a[4]; unsigned i; for (i = 0; i < 4; ++i) "
                                  "__CPROVER_loop_invariant(i <= 4 && (i < 1 || a[0] == 7)) { int t; t = 7; a[i] = t; } __CPROVER_assert(a[0] == 7, \"\");", True),
    ("other elements may change, too", "unsigned char a[4]; unsigned i; a[3] = 1; for (i = 0; i < 2; ++i) "
                                       "__CPROVER_loop_invariant(i <= 2) { a[i] = 7; } __CPROVER_assert(a[3] == 1, \"\");", False),
    ("a product is no declaration", "unsigned n = 2, s = 0, i; for (i = 0; i < 9; ++i) __CPROVER_loop_invariant(i <= 9) { if (n * s > 3) s = 1; n * s; s = s + 1; } "
                                    "__CPROVER_assert(s == 0, \"\");", False),
    ("members without a clause", "struct { unsigned n; int other; } r = {0, 5}, *p = &r; unsigned i; for (i = 0; i < 9; ++i) "
                                 "__CPROVER_loop_invariant(i <= 9 && p->n == i) { p->n = p->n + 1; } __CPROVER_assert(r.n == 9 && r.other == 5, \"\");", True),
]
# Bodies of a function that another file declares with its contract.
DECLARED = """int twice(int *x)
__CPROVER_requires(__CPROVER_is_fresh(x, sizeof(int)) && *x < 100 && *x > -100)
__CPROVER_assigns(*x)
__CPROVER_ensures(*x == 2 * __CPROVER_old(*x));
"""
BODIES = [
    ("right", "int twice(int *x) { *x = *x + *x; return 0; }\n", True),
    ("wrong result", "int twice(int *x) { *x = *x + *x + (*x == 7); return 0; }\n", False),
    ("writes more", "int other; int twice(int *x) { *x = *x + *x; other = 1; return 0; }\n", False),
]

CBMC_FOLDER = os.path.expanduser("~/.cache/tandem/cbmc")


def cbmc_tool(name):
    found = shutil.which(name)
    if found:
        return [found]
    program = os.path.join(CBMC_FOLDER, "usr/bin", name)
    loader = os.path.join(CBMC_FOLDER, "usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2")
    return [loader, "--library-path", os.path.dirname(loader), program] if os.path.exists(program) else None


class ContractsTest(CliTest):
    def decide(self, text, entry, *options, engine=("--engine", "kinduction")):
        return run("verify", "-q", *engine, "--malloc-may-fail", "--function", entry, *options, self.write("p.c", text), "--cpu", "60s")

    def cbmc(self, text, entry, *options):
        """Whether CBMC verifies it."""
        with tempfile.TemporaryDirectory() as folder:
            source, first, second = (os.path.join(folder, name) for name in ("p.c", "a.goto", "b.goto"))
            with open(source, "w", encoding="utf-8") as out:
                out.write(text)
            for words in [cbmc_tool("goto-cc") + ["--function", entry, "-o", first, source],
                          cbmc_tool("goto-instrument") + ["--dfcc", entry, *options, first, second]]:
                done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = subprocess.run(cbmc_tool("cbmc") + ["--no-standard-checks", "--malloc-may-fail", "--malloc-fail-null", "--unwind", "20", second], capture_output=True,
                                  text=True, timeout=120, check=False)
            self.assertIn(done.returncode, (0, 10), done.stdout + done.stderr)
            return done.returncode == 0

    def test_functions_satisfy_their_contracts(self):
        for function in ["clamp", "swap", "push", "next", "make", "drop"]:
            with self.subTest(function):
                self.assert_exit(self.decide(LIBRARY, "harness_" + function, "--enforce-contract", function), DONE)

    def test_wrong_contracts(self):
        for name, function, old, new in WRONG:
            with self.subTest(name):
                text = LIBRARY.replace(old, new)
                self.assertNotEqual(text, LIBRARY)
                result = self.decide(text, "harness_" + function, "--enforce-contract", function)
                self.assert_exit(result, REACHED)
                self.assertRegex(result.stdout, r"p\.c:\d+:\d+")
                self.assertIn("assigned and freed as the contract" if "assigns" in name else "ensured by " + function, result.stdout)

    def test_replaced_calls(self):
        for name, body, replaced, holds in CALLERS:
            with self.subTest(name):
                options = [word for function in replaced for word in ("--replace-call", function)]
                result = self.decide(LIBRARY + "void caller(void) { " + body + " }\n", "caller", *options)
                self.assert_exit(result, DONE if holds else REACHED)
                if "requires" in name:
                    self.assertIn("required by " + replaced[0], result.stdout)

    def test_loops(self):
        for name, body, holds in LOOPS:
            with self.subTest(name):
                result = self.decide("void harness(void) { " + body + " }\n", "harness", "--loop-contracts")
                self.assert_exit(result, DONE if holds else REACHED)

    def test_loop_contracts_are_left_out_without_the_option(self):
        self.assert_exit(self.decide("void harness(void) { int i = 0; while (i < 3) __CPROVER_loop_invariant(i > 7) { ++i; } "
                                     "__CPROVER_assert(i == 3, \"\"); }\n", "harness"), DONE)

    def test_inferred_assigns(self):
        text = "void harness(void) { unsigned n, i, s = 0; for (i = 0; i < n; ++i) __CPROVER_loop_invariant(i <= n%s) { s += 1; int t = s; t = t; } __CPROVER_assert(s == n, \"\"); }\n"
        self.assert_exit(self.decide(text % " && s == i", "harness", "--loop-contracts"), DONE)
        self.assert_exit(self.decide(text % "", "harness", "--loop-contracts"), REACHED)

    def test_a_loop_may_call_what_keeps_to_its_clauses(self):
        text = ("static int made, other; static int make(int x) { made = x; %s return x; }\nvoid harness(void) { int a[4]; unsigned i; "
                "for (i = 0; i < 4; ++i) __CPROVER_loop_invariant(i <= 4) { a[i] = make(i); made = 1; } __CPROVER_assert(other == 0, \"\"); }\n")
        self.assert_exit(self.decide(text % "", "harness", "--loop-contracts"), DONE)
        self.assert_exit(self.decide(text % "other = 1;", "harness", "--loop-contracts"), REACHED)

    def test_contract_and_body_in_different_files(self):
        header = self.write("twice.h", DECLARED)
        caller = self.write("caller.c", f'#include "{header}"\nvoid harness(void) {{ int *p; twice(p); }}\n')
        silent = self.write("silent.c", f'#include "{header}"\nint unrelated(void) {{ return 1; }}\n')
        for name, text, holds in BODIES:
            body = self.write("body.c", text)
            own = self.write("own.c", DECLARED + text)
            for files in [[caller, body], [silent, caller, body], [body, caller], [caller, own], [own, caller]]:
                for options in [[], ["--allow-multiple-definition"]]:
                    with self.subTest(name, files=[os.path.basename(file) for file in files], options=options):
                        result = run("verify", "-q", "--engine", "kinduction", "--function", "harness", "--enforce-contract", "twice", *options, *files)
                        self.assert_exit(result, DONE if holds else REACHED)
                        self.assertNotIn("no body", result.stderr)
        result = run("verify", "-q", "--function", "harness", "--enforce-contract", "twice", caller)
        self.assert_exit(result, BAD_INPUT)
        self.assertIn("no function 'twice' with a contract and a body", result.stderr)

    # CBMC takes every readable object for fresh there.
    def test_fresh_is_new(self):
        text = LIBRARY.replace("if (p) *p = value; return p;", "static int s; s = value; return &s;")
        result = self.decide(text, "harness_make", "--enforce-contract", "make")
        self.assert_exit(result, REACHED)
        self.assertIn("ensured by make", result.stdout)

    @unittest.skipUnless(cbmc_tool("goto-instrument"), "goto-instrument is not installed")
    def test_cbmc_reads_them_alike(self):
        # CBMC 6 ends with an error where a contract says what is freed, if its own model of free is not linked.
        library = re.sub(r"void (harness_)?drop\(.*?\n(?=\n|\"|void|$)", "", LIBRARY, flags=re.DOTALL)
        for function in ["clamp", "swap", "push", "next", "make"]:
            with self.subTest(function):
                self.assertTrue(self.cbmc(library, "harness_" + function, "--enforce-contract", function))
        for name, function, old, new in [each for each in WRONG if each[1] != "drop"]:
            with self.subTest("wrong " + name):
                self.assertFalse(self.cbmc(library.replace(old, new), "harness_" + function, "--enforce-contract", function))
        for name, body, replaced, holds in CALLERS:
            with self.subTest("caller " + name):
                options = [word for function in replaced for word in ("--replace-call-with-contract", function)]
                self.assertEqual(self.cbmc(library + "void caller(void) { " + body + " }\n", "caller", *options), holds)
        for name, body, holds in LOOPS:
            with self.subTest("loop " + name):
                self.assertEqual(self.cbmc("void harness(void) { " + body + " }\n", "harness", "--apply-loop-contracts"), holds)

    def test_wrong_use(self):
        for options, text, message in [
                (["--enforce-contract", "missing"], LIBRARY, "no function 'missing' with a contract and a body; functions with contracts: clamp, drop, make, next, push, swap"),
                (["--replace-call", "missing"], LIBRARY, "no function 'missing' with a contract"),
                (["--enforce-contract", "f"], "int f(int x) __CPROVER_requires() { return x; }\nvoid harness_swap(void) { f(1); }\n", "expected a condition"),
                (["--enforce-contract", "f"], "int f(int x) __CPROVER_requires(x > 0) { return x ? f(x - 1) : 0; }\nvoid harness_swap(void) { f(1); }\n", "uses itself"),
                (["--loop-contracts"], "void harness_swap(void) { int i = 0, a[3], *p = a; while (i < 3) __CPROVER_loop_invariant(i <= 3) { *p++ = 1; ++i; } }\n", "expected __CPROVER_assigns"),
                (["--loop-contracts"], "struct list { struct list *next; int x; };\nvoid harness_swap(void) { struct list *p; while (p) __CPROVER_loop_invariant(1) { p->x = 1; p = p->next; } }\n", "expected __CPROVER_assigns"),
                (["--loop-contracts"], "void harness_swap(void) { int i = 0; do { ++i; } while (i < 3) __CPROVER_loop_invariant(i <= 3); }\n", "expected for or while")]:
            with self.subTest(message):
                result = self.decide(text, "harness_swap", *options)
                self.assert_exit(result, BAD_INPUT)
                self.assertIn(message, result.stderr)
                self.assertIn("p.c", result.stderr)


if __name__ == "__main__":
    harness.main()
