// what: the end of one object may be the start of another, so the only run of the interpreter proves nothing
// models: LP64
// truth: unreach-call false
// expect: random unknown
#include <assert.h>
int first[4], second[4];
int main(void) {
  int *end = first + 4;
  assert(end != second);
  return 0;
}
