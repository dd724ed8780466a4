// what: a program's own variable of that name is not the library's
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
int environ = 3;
int main(void) {
  assert(environ == 3);
  return 0;
}
