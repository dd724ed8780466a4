// what: equal string literals may be one object
// models: LP64
// truth: unreach-call false
// expect: random unknown
#include <assert.h>
int main(void) {
  const char *first = "text", *second = "text";
  assert(first == second);
  return 0;
}
