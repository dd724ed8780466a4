// what: __builtin_object_size of a variable depends on optimisation: neither an error without it nor one with it
// truth: unreach-call true
// expect: bmc unknown
// expect: value unknown
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char* block = malloc(20);
  unsigned long size = __builtin_object_size(block, 0);
  if (size != 20 && size != (unsigned long)-1) return 1;
  if (size != 20) reach_error();
  return 0;
}
