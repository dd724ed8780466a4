// what: texts of two arguments are independent, also where there are many of them
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
int main(int argc, char **argv) {
  if (argc == 3) assert(argv[1][0] == argv[2][0]);
  return 0;
}
