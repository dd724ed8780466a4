// what: a cleanup is called on every way out of the block
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: predicate true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int locks;
static void unlock(int *held) { locks -= *held; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) {
    int held __attribute__((cleanup(unlock))) = 1;
    locks++;
    if (n == 7) continue;
    if (n > 5) break;
  }
  assert(locks == 0);
  return 0;
}
