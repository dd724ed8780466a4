// what: the list that the program has changed ends with what it put there
// truth: unreach-call false
// expect: bmc false line 9
// expect: predicate false line 9
#include <assert.h>
int main(int argc, char **argv) {
  if (argc > 20) return 0;
  argv[argc] = argv[0];
  assert(argv[argc] == 0);
  return 0;
}
