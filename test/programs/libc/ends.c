// what: exit, abort and a failing assert end the program wherever they are called
// run: inputs=0
// expect: exit 9
// run: inputs=1
// expect: abort
// run: inputs=2
// expect: assert line 17
// run: inputs=3
// expect: exit 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void end(int how) {
  if (how == 0) exit(9);
  if (how == 1) abort();
  assert(how != 2);
}

int main(void) {
  end(__VERIFIER_nondet_int());
  return 0;
}
