// what: arithmetic follows the rounding mode that fesetround sets
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <fenv.h>
#include <math.h>
int main(void) {
  volatile double one = 1.0, three = 3.0;
  double nearest = one / three;
  assert(fesetround(FE_UPWARD) == 0);
  double up = one / three;
  assert(fesetround(FE_DOWNWARD) == 0);
  double down = one / three;
  assert(fesetround(FE_TONEAREST) == 0);
  assert(down < up && down <= nearest && nearest <= up);
  return 0;
}
