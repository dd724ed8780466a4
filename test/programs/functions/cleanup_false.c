// what: what a cleanup does is seen behind the block that it ends
// truth: unreach-call false
// expect: bmc false line 18
// expect: kinduction false line 18
// expect: predicate false line 18
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int locks;
static void unlock(int *held) { locks -= *held; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) {
    int held __attribute__((cleanup(unlock))) = 1;
    locks++;
    if (n == 7) held = 0;
    if (n > 5) break;
  }
  assert(locks == 0);
  return 0;
}
