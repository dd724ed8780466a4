// what: C does not say which of two objects comes first
// models: LP64
// truth: unreach-call false
// expect: random unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *first = malloc(4), *second = malloc(4);
  assert(first < second);
  return 0;
}
