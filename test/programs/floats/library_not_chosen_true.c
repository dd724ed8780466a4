// what: the cosine of 1 is not chosen by an engine
// truth: unreach-call true
// expect: default true
#include <assert.h>
#include <math.h>
volatile double one = 1.0;
int main(void) {
  double c = cos(one);
  assert(c > 0.5 && c < 0.6);
  return 0;
}
