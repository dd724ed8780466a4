// what: a library function writes a variable of the library
// truth: unreach-call false
// expect: bmc false
// expect: value false
// expect: predicate false
#define _DEFAULT_SOURCE
#include <math.h>
extern void reach_error(void);

int main(void) {
  signgam = 7;
  lgamma(-0.5);
  if (signgam != 7) reach_error();
  return 0;
}
