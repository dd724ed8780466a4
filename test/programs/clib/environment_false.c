// what: the environment chooses random numbers, and a replay passes them
// truth: unreach-call false
// expect: bmc false
// expect: value false
// expect: predicate false
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int first = rand(), second = rand();
  if (first == 12345 && second == 6789) reach_error();
  return 0;
}
