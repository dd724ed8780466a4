// what: main has at least one argument; those below argc are there, and a null pointer follows
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: predicate true
// expect: default true
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc >= 1);
  assert(argv[0] != 0);
  if (argc > 1) assert(argv[1] != 0);
  if (argc == 3) assert(argv[3] == 0);
  if (argc == 100) assert(argv[99] != 0);
  return 0;
}
