// what: functions that engines have built in may be called through pointers
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: predicate true
#include <string.h>
extern void reach_error(void);

int main(void) {
  int (*compare)(const char*, const char*) = strcmp;
  size_t (*length)(const char*) = strlen;
  if (compare("a", "b") >= 0 || length("abc") != 3) reach_error();
  return 0;
}
