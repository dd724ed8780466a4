// Four modes, decided by an input near the entry: each has a loop and an assertion of its own.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned mode = __VERIFIER_nondet_uint(), a = __VERIFIER_nondet_uint(), sum = 0;
  if (mode < 2) {
    if (mode == 0) {
      for (unsigned i = 0; i < 20; i++) sum += a % 100;
      assert(sum / 20 == a % 100);
    } else {
      for (unsigned i = 0; i < 21; i++) sum += a % 101;
      assert(sum / 21 == a % 101);
    }
  } else {
    if (mode == 2) {
      for (unsigned i = 0; i < 22; i++) sum += a % 102;
      assert(sum / 22 == a % 102);
    } else {
      for (unsigned i = 0; i < 23; i++) sum += a % 103;
      assert(sum / 23 == a % 103);
    }
  }
  return 0;
}
