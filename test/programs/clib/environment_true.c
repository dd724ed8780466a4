// what: what the environment may answer is bounded
// truth: unreach-call true
// expect: bmc true
// expect: value true
// expect: predicate true
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);

int main(void) {
  int r = rand();
  if (r < 0) reach_error();
  if (rand() % 6 + 1 > 6) reach_error();
  if (time(0) < 0) reach_error();
  return 0;
}
