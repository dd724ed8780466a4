// what: the same seed gives the same numbers again, so that two of them must not be chosen as if they were inputs
// truth: unreach-call true
// expect: kinduction unknown
// expect: random unknown
// expect: value unknown
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  srand(5);
  int first = rand();
  srand(5);
  if (rand() != first) reach_error();
  srandom(1);
  long second = random();
  srandom(1);
  if (random() != second) reach_error();
  return 0;
}
