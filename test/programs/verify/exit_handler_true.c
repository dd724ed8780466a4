// what: handlers run in the reverse order of their registration, destructors after them
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: value true
extern void reach_error(void);
#include <stdlib.h>
static int step;
__attribute__((destructor)) static void last(void) { if (step != 2) reach_error(); }
static void second(void) { if (step++ != 1) reach_error(); }
static void first(void) { if (step++ != 0) reach_error(); }
int main(void) {
  atexit(second);
  atexit(first);
  return 0;
}
