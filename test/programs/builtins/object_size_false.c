// what: __builtin_object_size of a variable is not 19, with and without optimisation
// truth: unreach-call false
// expect: bmc false
// expect: value false
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char* block = malloc(20);
  if (__builtin_object_size(block, 0) != 19) reach_error();
  return 0;
}
