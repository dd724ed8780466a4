// what: a variable of the program has the name of a library function that no header declares
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
int index;
static int y1 = 4;
int main(void) {
  index = 3;
  int gamma = index + y1;
  assert(gamma == 7);
  return 0;
}
