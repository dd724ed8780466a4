// what: a replay passes the texts of the environment, also to main
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <string.h>
int main(int argc, char **argv, char **variables) {
  if (variables[0] && strcmp(variables[0], "A=b") == 0) assert(variables[1] == 0);
  return 0;
}
