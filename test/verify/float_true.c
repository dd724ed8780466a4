// truth:  true
// expect: bmc true
// expect: kinduction true
// why:    floats round: adding a tenth ten times is not one, but close to it
#include <math.h>
extern void reach_error(void);
int main(void) {
  float s = 0;
  for (int i = 0; i < 10; i++) s += 0.1f;
  if (s == 1.0f || fabsf(s - 1.0f) > 1e-6f) reach_error();
  return 0;
}
