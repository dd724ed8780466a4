// what: where the number of arguments does not matter, a replay passes one that is possible
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: value false
// expect: predicate false
// expect: default false
#include <assert.h>
extern int unknown(void);
int main(int argc, char **argv) {
  int a = unknown();
  if (a >= 10 && a < 11) assert(unknown() != 0);
  return 0;
}
