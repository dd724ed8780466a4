// what: inputs that are no __VERIFIER_nondet: one run proves nothing
// truth: unreach-call false
// expect: random unknown
#include <stdio.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  int c = getchar();
  if (c == 'x' && argc > 3) reach_error();
  return 0;
}
