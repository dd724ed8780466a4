// what: a wrapper around vsnprintf prints what it is passed
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <stdio.h>
#include <stdarg.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
static int put(char *b, unsigned n, const char *f, ...) { va_list l; va_start(l, f); int r = vsnprintf(b, n, f, l); va_end(l); return r; }
int main(void){ int x=__VERIFIER_nondet_int(); char b[16]; if (x < 10 || x > 99) return 0; int n = put(b,sizeof b,"<%d %s>",x, "ok");
  if (n != 7 || b[1] != '0' + x / 10 || b[2] != '0' + x % 10 || b[6] != '>' || b[7]) reach_error(); return 0; }
