// what: what a block contains counts where it was allocated, and nowhere else
// truth: unreach-call false
// expect: default --malloc-may-fail false line 25
// expect: bmc --malloc-may-fail false line 25
// expect: kinduction --malloc-may-fail false line 25
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  static int fallback = 5;
  int *kept[3], sum = 0;
  for (int i = 0; i < 3; ++i) {
    int *block = NULL;
    if (__VERIFIER_nondet_int()) {
      block = malloc(sizeof *block);
      if (block != NULL) *block = i + 1;
    }
    kept[i] = block != NULL ? block : &fallback;
  }
  for (int i = 0; i < 3; ++i) {
    sum += *kept[i];
    if (kept[i] != &fallback) free(kept[i]);
  }
  if (sum == 1 + 5 + 3) reach_error();
  return 0;
}
