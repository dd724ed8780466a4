// what: getenv finds what the list has, and nothing else
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <stdlib.h>
int main(void) {
  extern char **environ;
  static char *own[] = {"A=1", "B=2", 0};
  environ = own;
  assert(getenv("A") == own[0] + 2);
  assert(getenv("B")[0] == '2');
  assert(getenv("C") == 0);
  return 0;
}
