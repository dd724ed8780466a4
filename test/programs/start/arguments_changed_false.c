// what: a program that stores to its list of arguments has null pointers below argc
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
int main(int argc, char **argv) {
  argv[0] = 0;
  if (argc > 1) assert(argv[0] != 0);
  return 0;
}
