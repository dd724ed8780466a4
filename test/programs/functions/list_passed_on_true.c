// what: a list is passed on; a callee that copies it leaves it alone; pointers taken from it are written through
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: predicate true
// expect: gamble true
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x, y;
static void vset(int v, va_list l) { int *p; while ((p = va_arg(l, int *)) != (int*)0) *p = v; }
static void set(int v, ...) { va_list l; va_start(l, v); vset(v, l); va_end(l); }
static int len(va_list l) { va_list c; va_copy(c, l); int n = 0; while (va_arg(c, int) != 0) n++; va_end(c); return n; }
static int last(va_list l) { int n = len(l), r = 0; while (n-- > 0) r = va_arg(l, int); return r; }
static int f(int k, ...) { va_list l; va_start(l, k); int r = last(l); va_end(l); return r; }
int main(void) {
  int z = 0, v = __VERIFIER_nondet_int();
  set(v, &x, &z, (int*)0);
  if (x != v || z != v || y != 0) reach_error();
  if (f(0, 4, v ? 5 : 6, 9, 0) != 9) reach_error();
  return 0;
}
