// what: nothing after a call that does not return is executed, and such a path needs no return value
// run: inputs=1
// expect: exit 3
// run: inputs=0
// expect: exit 4
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void stop(int code) __attribute__((noreturn));
static void stop(int code) { exit(code); }
static int choose(int x) {
  if (x) return 4;
  stop(3);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int code = choose(!x);
  return code;
}
