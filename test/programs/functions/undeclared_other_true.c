// what: an undeclared function of the program itself is not the library's of the same name
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
int main(void) {
  assert(ffs(12) == 24);
  return 0;
}
int ffs(int x) { return 2 * x; }
