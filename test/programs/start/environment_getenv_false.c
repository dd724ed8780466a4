// what: getenv finds the program's own text in the list, with what it holds
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  static char text[] = "A=1", *own[] = {text, 0};
  text[2] = __VERIFIER_nondet_char();
  __environ = own;
  assert(getenv("A")[0] != '7');
  return 0;
}
