// what: conversion to _Bool asks whether the value differs from zero, it does not cut bits
// run: inputs=256
// expect: output "1 1 1 0 1 2\n"
#include <stdbool.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  bool from_int = x; // the low byte is zero
  bool from_float = 0.25;
  bool from_pointer = &x;
  bool from_null = (void*)0;
  bool sum = from_int + from_float;
  printf("%d %d %d %d %d %d\n", from_int, from_float, from_pointer, from_null, sum, from_int + from_float);
  return 0;
}
