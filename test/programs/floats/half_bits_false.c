// what: a subnormal _Float16 may become zero when it is halved, by rounding to even
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: default false
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
union number {
  unsigned short bits;
  _Float16 value;
};
int main(void) {
  union number x;
  x.bits = __VERIFIER_nondet_ushort();
  _Float16 half = x.value / 2;
  assert(!(x.value > 0) || half > 0);
  return 0;
}
