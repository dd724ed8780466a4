// what: more arguments than the model has texts for
// truth: unreach-call false
// expect: bmc false
// expect: value false
// expect: predicate false
// expect: default false
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc != 10);
  return 0;
}
