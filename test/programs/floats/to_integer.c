// what: conversion to an integer cuts toward zero; conversion from a large unsigned is not negative
// run:
// expect: output "2 -2 3 4294967295 18446744073709551616 200\n"
#include <stdio.h>

int main(void) {
  double d = 2.9;
  unsigned u = 0xffffffffu;
  unsigned long long big = ~0ull;
  unsigned char c = (unsigned char)200.75f;
  printf("%d %d %d %.0f %.0f %d\n", (int)d, (int)-d, (int)(d + 0.5), (double)u, (double)big, c);
  return 0;
}
