// truth:  false
// expect: bmc false
// expect: kinduction false
// why:    differs from float_true.c in one character
#include <math.h>
extern void reach_error(void);
int main(void) {
  float s = 0;
  for (int i = 0; i < 10; i++) s += 0.1f;
  if (s != 1.0f || fabsf(s - 1.0f) > 1e-6f) reach_error();
  return 0;
}
