// what: of what strcmp returns only the sign is specified
// models: LP64
// truth: unreach-call false
// expect: random unknown
#include <assert.h>
#include <string.h>
int main(void) {
  char first[2] = "a", second[2] = "c";
  assert(strcmp(first, second) == -2);
  return 0;
}
