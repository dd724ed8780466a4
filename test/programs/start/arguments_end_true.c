// what: the list ends with a null pointer, however many arguments there are
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: default true
#include <assert.h>
int main(int argc, char **argv) {
  assert(argv[argc] == 0);
  return 0;
}
