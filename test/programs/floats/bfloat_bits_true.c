// what: a __bf16 is the upper half of a float, rounded to even
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: default true
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
union number {
  unsigned short bits;
  __bf16 value;
};
union single {
  unsigned bits;
  float value;
};
int main(void) {
  union number x;
  union single y;
  y.value = __VERIFIER_nondet_float();
  x.value = y.value;
  if (y.value == y.value) {
    unsigned rounded = (y.bits + 0x7fff + (y.bits >> 16 & 1)) >> 16;
    assert(x.bits == rounded);
    assert((y.bits & 0xffff) != 0 || x.value == y.value);
  } else
    assert(x.value != x.value);
  return 0;
}
