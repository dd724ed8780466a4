// what: an address is passed as an integer among variable arguments
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 23
// expect: gamble false line 23
// expect: predicate false line 23
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void poke(int count, ...) {
  va_list list;
  va_start(list, count);
  unsigned long h = va_arg(list, unsigned long);
  *(int *)h = 2;
  va_end(list);
}
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    poke(1, h);
    if (x != 1) reach_error();
  }
  return 0;
}
