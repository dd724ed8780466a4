// what: realloc to no bytes frees the block and returns a null pointer, as the platform's library does
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *block = malloc(10 * sizeof *block);
  if (!block) return 1;
  int *none = realloc(block, 0);
  assert(none == 0);
  free(none);
  return 0;
}
