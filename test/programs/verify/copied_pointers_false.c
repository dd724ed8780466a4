// what: a store through a pointer that was copied with others, in a number that is an input, is not lost
// truth: unreach-call false
// expect: bmc false line 16
// expect: value false line 16
// expect: default false line 16
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int value, other;
int main(void) {
  int *to[4] = {&other, &other, &other, &other}, *from[4] = {&value, &value, &value, &value};
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 4) return 0;
  memcpy(to, from, count * sizeof *to);
  value = 1; *to[3] = 2;
  if (value == 2) reach_error();
}
