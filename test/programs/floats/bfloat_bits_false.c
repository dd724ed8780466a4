// what: conversion to __bf16 rounds, and does not cut
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: default false
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
    unsigned rounded = y.bits >> 16;
    assert(x.bits == rounded);
    assert((y.bits & 0xffff) != 0 || x.value == y.value);
  } else
    assert(x.value != x.value);
  return 0;
}
