"""Lists of any length on the heap: the engine `shape` proves what it can. Beside each program that is right stand programs that only nearly are."""
import harness
from harness import CliTest, run

START = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct one { struct one *next; int value; };
struct two { struct two *next, *prev; int value; };
struct head { struct head *next, *prev; };
struct entry { int value; struct head link; };
#define ENTRY(at) ((struct entry *)((char *)(at) - __builtin_offsetof(struct entry, link)))
struct one *global;
struct one *push(struct one *list, int value) {
  struct one *node = malloc(sizeof *node);
  node->next = list; node->value = value;
  return node;
}
struct one *build(int value) { struct one *list = 0; while (__VERIFIER_nondet_int()) list = push(list, value); return list; }
struct two *build_two(void) {
  struct two *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct two *node = malloc(sizeof *node);
    node->next = list; node->prev = 0; node->value = 0;
    if (list) list->prev = node;
    list = node;
  }
  return list;
}
void clear(struct one *list) { while (list) { struct one *next = list->next; free(list); list = next; } }
void clear_two(struct two *list) { while (list) { struct two *next = list->next; free(list); list = next; } }
void add(struct head *list) {
  struct entry *node = malloc(sizeof *node);
  node->value = 1;
  node->link.next = list->next; node->link.prev = list;
  list->next->prev = &node->link; list->next = &node->link;
}
"""

# Bodies of main that are right.
SAFE = [
    "clear(build(1));",
    "struct one *l = build(1), *p = l; while (p) { p->value++; p = p->next; } clear(l);",
    "struct one *l = build(1); if (l) { struct one *p = l; while (p->next) p = p->next; p->next = build(2); } clear(l);",
    "struct one *l = build(1), *r = 0; while (l) { struct one *n = l->next; l->next = r; r = l; l = n; } clear(r);",
    "struct one *l = push(0, 7), *p = l; while (__VERIFIER_nondet_int()) { p->next = push(0, 5); p = p->next; } p->value = 9;"
    " p = l; while (p->value != 9) p = p->next; clear(l);",
    "global = build(3); struct one **at = &global; while (*at) { struct one *gone = *at; if (__VERIFIER_nondet_int()) { *at = gone->next; free(gone); }"
    " else at = &gone->next; } clear(global); global = 0;",
    "global = build(3);",  # memory that a global leads to is no leak
    "struct two *l = build_two(); clear_two(l);",
    "struct two *l = build_two(), *p = l; if (p) { while (p->next) p = p->next; while (p) { struct two *b = p->prev; free(p); p = b; } }",
    "struct two *l = build_two(), *p = l; while (p && __VERIFIER_nondet_int()) p = p->next; if (p) { if (p->prev) p->prev->next = p->next; else l = p->next;"
    " if (p->next) p->next->prev = p->prev; free(p); } clear_two(l);",
    "struct head h = {&h, &h}; while (__VERIFIER_nondet_int()) add(&h); struct head *p = h.next; while (p != &h) { struct head *n = p->next;"
    " ENTRY(p)->value++; free(ENTRY(p)); p = n; }",
    "struct head h = {&h, &h}; while (__VERIFIER_nondet_int()) add(&h); while (h.prev != &h) { struct head *p = h.prev; p->prev->next = p->next;"
    " p->next->prev = p->prev; free(ENTRY(p)); }",
    "struct one *l = push(0, 1), *p = l; l->next = l; while (__VERIFIER_nondet_int()) l->next = push(l->next, 2); p = l->next;"
    " while (p != l) { struct one *n = p->next; free(p); p = n; } free(l);",
    "struct one *l = 0; for (int i = 0; __VERIFIER_nondet_int() && i < 1000000; i++) l = push(l, i); for (struct one *p = l; p; p = p->next)"
    " if (p->value < 0) { *(int *)0 = 1; } clear(l);",
    # numbers choose fields, and several variables the direction
    "static void *ends[2]; typedef void *item[2]; while (__VERIFIER_nondet_int()) { int at = __VERIFIER_nondet_int() ? 0 : 1; item *node = malloc(sizeof(item));"
    " item *old = ends[at]; (*node)[!at] = old; (*node)[at] = 0; if (old) (*old)[at] = node; else ends[!at] = node; ends[at] = node; }"
    " int from = __VERIFIER_nondet_int() ? 0 : 1; for (item *now = ends[from], *next; now; now = next) { next = (*now)[!from]; free(now); }",
    # the same node twice, seen from both ends
    "struct two *l = build_two(); if (l && !l->next) { l->prev = l; l->prev->value = 4; l->prev = 0; } clear_two(l);",
]

# In each of these some execution is wrong.
UNSAFE = [
    "build(1);",
    "struct one *l = build(1); if (l) clear(l->next);",
    "struct one *l = build(1); clear(l); if (l) l->value = 1;",
    "struct one *l = build(1); clear(l); clear(l);",
    "struct one *l = build(1), *p = l; while (p->next) p = p->next; clear(l);",
    "struct one *l = build(1); if (l) { struct one *p = l; while (p->next) p = p->next; p->next = l; } clear(l);",
    "struct one *l = build(1), *p = l; while (p) { struct one *n = p->next; free(p); p = n ? n->next : 0; }",
    "struct one *l = build(1), *p = l; int i = 0; while (p) { if (i++ == 9) l = p->next; p = p->next; } clear(l);",
    "struct one *l = push(0, 7), *p = l; while (__VERIFIER_nondet_int()) { p->next = push(0, 5); p = p->next; } p->value = 8;"
    " p = l; while (p->value != 9) p = p->next; clear(l);",
    "struct one *l = push(0, 7), *p = l; int i = 0; while (__VERIFIER_nondet_int()) { p->next = push(0, i++ == 12 ? 9 : 5); p = p->next; } p->value = 9;"
    " p = l; while (p->value != 9) { struct one *n = p->next; free(p); p = n; } free(p);",
    "global = build(3); struct one **at = &global; while (*at) { struct one *gone = *at; if (__VERIFIER_nondet_int()) { *at = gone->next; free(gone);"
    " gone->value = 1; } else at = &gone->next; } clear(global); global = 0;",
    "global = build(3); struct one *p = global; while (p && p->next) p = p->next; clear(global); if (p) global = p; else global = 0; if (p) p->value = 1;",
    "struct two *l = build_two(), *p = l; if (p) { while (p->next) p = p->next; while (p->prev) { struct two *b = p->prev; free(p); p = b; } }",
    "struct two *l = build_two(), *p = l; while (p && __VERIFIER_nondet_int()) p = p->next; if (p) { if (p->prev) p->prev->next = p->next;"
    " if (p->next) p->next->prev = p->prev; free(p); } clear_two(l);",
    "struct two *l = build_two(), *p = l; while (p && __VERIFIER_nondet_int()) p = p->next; if (p && p->next) { p->next->prev = p->next;"
    " p = p->next->prev->prev; free(p); } clear_two(l);",
    "struct head h = {&h, &h}; while (__VERIFIER_nondet_int()) add(&h); struct head *p = h.next; do { struct head *n = p->next;"
    " ENTRY(p)->value++; p = n; } while (p != &h); while (h.next != &h) { p = h.next; h.next = p->next; free(ENTRY(p)); }",
    "struct head h = {&h, &h}; while (__VERIFIER_nondet_int()) add(&h); while (h.next != &h) { struct head *p = h.next; h.next = p->next; free(ENTRY(p)); }"
    " h.prev->next = 0;",
    "struct one *l = push(0, 1), *p = l; l->next = l; while (__VERIFIER_nondet_int()) l->next = push(l->next, 2); p = l->next;"
    " while (p != l) { struct one *n = p->next; free(p); p = n; }",
    "struct one *l = 0; for (int i = 0; __VERIFIER_nondet_int() && i < 1000000; i++) l = push(l, i); for (struct one *p = l; p; p = p->next)"
    " if (p->value > 70) { *(int *)0 = 1; } clear(l);",
    "static void *ends[2]; typedef void *item[2]; while (__VERIFIER_nondet_int()) { int at = __VERIFIER_nondet_int() ? 0 : 1; item *node = malloc(sizeof(item));"
    " item *old = ends[at]; (*node)[!at] = old; (*node)[at] = 0; if (old) (*old)[at] = node; else ends[!at] = node; ends[at] = node; }"
    " int from = __VERIFIER_nondet_int() ? 0 : 1; for (item *now = ends[from], *next; now; now = next) { next = (*now)[!from]; free(now); }"
    " if (ends[from]) (*(item *)ends[from])[0] = 0;",
    # a list of at least two nodes may have exactly two, or three
    "struct one *l = push(push(build(1), 2), 3); l->next->next->value = 1; clear(l);",
    "struct two *l = build_two(); if (l && l->next && l->next->next && l->next->next->next) l->next->next->next->next->value = 1; clear_two(l);",
    "struct one *l = build(1), *m = l; for (int i = 0; i < 5 && m; i++) m = m->next; clear(l); if (m) m->value = 1;",
    "struct one *l = build(1), *m = build(2); struct one *p = l; while (p && p->next) p = p->next; if (p) p->next = m; else l = m; clear(l); clear(m);",
    "struct one *l = build(1); struct one copy = {0, 0}; if (l) copy = *l; clear(l); if (copy.next) copy.next->value = 1;",
    "struct one *l = build(1), *p = l; while (p) { if (!p->next && p != l) *(int *)0 = 1; p = p->next; } clear(l);",
]

# Executions that reach an error, and such as nearly do, where nothing but error calls is asked about.
CALLS_ERROR = "struct one *l = 0; int i = 0; while (__VERIFIER_nondet_int()) { l = push(l, i); i = 1; } for (; l; l = l->next) if (!l->next && l->value == 0) __VERIFIER_error();"
CALLS_NO_ERROR = "struct one *l = build(4); for (; l; l = l->next) if (l->value != 4) __VERIFIER_error();"


class Shapes(CliTest):
    def verify(self, body, *options):
        text = f"{START}int main(void) {{\n  {body}\n  return 0;\n}}\n"
        return run("verify", self.write("program.c", text), "--engine", "shape", "--cpu", "10s", *options)

    def test_right_programs_are_proved(self):
        for body in SAFE:
            with self.subTest(body=body):
                self.assert_exit(self.verify(body, "--check", "memory,leak"), harness.DONE)

    def test_nearly_right_programs_are_not(self):
        for body in UNSAFE:
            with self.subTest(body=body):
                self.assert_exit(self.verify(body, "--check", "memory,leak"), harness.UNDECIDED)

    def test_error_calls(self):
        self.assert_exit(self.verify(CALLS_NO_ERROR), harness.DONE)
        self.assert_exit(self.verify(CALLS_ERROR), harness.UNDECIDED)

    def test_all_memory_is_freed(self):
        self.assert_exit(self.verify("clear(build(1));", "--check", "memory,cleanup"), harness.DONE)
        self.assert_exit(self.verify("global = build(1);", "--check", "memory,cleanup"), harness.UNDECIDED)
        self.assert_exit(self.verify("malloc(__VERIFIER_nondet_int() & 7);", "--check", "memory,cleanup"), harness.UNDECIDED)

    def test_allocations_that_fail(self):
        unchecked = self.verify("clear(build(1));", "--check", "memory", "--malloc-may-fail")
        self.assert_exit(unchecked, harness.UNDECIDED)
        body = "while (__VERIFIER_nondet_int()) { struct one *n = malloc(sizeof *n); if (!n) break; n->next = global; global = n; } clear(global); global = 0;"
        self.assert_exit(self.verify(body, "--check", "memory,leak", "--malloc-may-fail"), harness.DONE)


if __name__ == "__main__":
    harness.main()
