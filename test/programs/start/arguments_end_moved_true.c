// what: no engine may find an error where the list ends, nor take a proof from the texts that it has
// truth: unreach-call true
// expect: bmc unknown
// expect: default unknown
#include <assert.h>
int main(int argc, char **argv) {
  char **end = argv + argc;
  assert(*end == 0);
  return 0;
}
