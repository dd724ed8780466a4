// what: a replay passes the texts of arguments
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "-n") == 0 && argv[2][0] - '0' == 7) assert(argv[2][1] != 'x');
  return 0;
}
