// what: argument lists in records, copied, through pointers; arguments of all kinds, each taken with its type
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: predicate true
// expect: gamble true
#include <stdarg.h>
extern void reach_error(void);
struct pair { int a; long b; };
struct box { va_list l; int n; };
static long take(struct box *b) { long s = 0; while (b->n-- > 0) s += va_arg(b->l, int); return s; }
static double vreal(va_list *l) { return va_arg(*l, double); }
static int mixed(int n, ...) {
  va_list l, c; struct box b; int r = 0;
  va_start(l, n);
  double d = vreal(&l);
  struct pair p = va_arg(l, struct pair);
  const char *s = va_arg(l, const char *);
  long long q = va_arg(l, long long);
  long double ld = va_arg(l, long double);
  va_copy(b.l, l); b.n = n;
  va_copy(c, l);
  struct box e = b;
  long t = take(&e);
  if (t != 30 + n * 0 || va_arg(c, int) != 10) r = 1;
  if (va_arg(b.l, int) != 10) r = 1;
  va_end(l);
  if (d != 2.5 || p.a != 7 || p.b != 8 || s[1] != 'b' || q != 1LL << 40 || ld != 0.25L) r = 1;
  return r;
}
int main(void) {
  struct pair p = {7, 8};
  if (mixed(2, 2.5f, p, "abc", 1LL << 40, 0.25L, 10, 20)) reach_error();
  return 0;
}
