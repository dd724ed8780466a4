// what: a function that only the library calls is reachable
// truth: unreach-call false
// expect: bmc unknown
// expect: value unknown
// expect: predicate unknown
#define _DEFAULT_SOURCE
#include <stdlib.h>
extern void reach_error(void);

static void last(int status, void* argument) { reach_error(); }

int main(void) {
  on_exit(last, 0);
  return 0;
}
