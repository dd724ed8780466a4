// what: all values of _Float16, by their bits
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: default true
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
union number {
  unsigned short bits;
  _Float16 value;
};
int main(void) {
  union number x, y;
  x.bits = __VERIFIER_nondet_ushort();
  y.value = (float)x.value;
  assert(x.value != x.value || y.bits == x.bits);
  assert((x.value != x.value) == ((x.bits & 0x7fff) > 0x7c00));
  y.value = x.value + x.value;
  if ((x.bits & 0x7c00) != 0 && (x.bits & 0x7c00) < 0x7800) assert(y.bits == x.bits + 0x400);
  if ((x.bits & 0x7c00) == 0x7800) assert((y.bits & 0x7fff) == 0x7c00);
  return 0;
}
