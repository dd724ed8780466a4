// what: more arguments than any system passes; a run that nobody can make confirms nothing
// truth: unreach-call false
// expect: bmc unknown
// expect: default unknown
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc < 2000000000);
  return 0;
}
