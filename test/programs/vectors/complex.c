// what: complex numbers: arithmetic with real and complex operands, parts as lvalues, conversions, conditions
// run:
// expect: output "4 6|-5 10|3 -2|1 1|0 5|2 4|8 -1|yes no|1.5 0|7 3|3 0\n"
#include <stdio.h>

static _Complex double global = 1.0 + 2.0i;

static _Complex double add(_Complex double a, _Complex double b) { return a + b; }

int main(void) {
  _Complex double z = 3.0 + 4.0i, sum = add(global, z), product = z * global;
  printf("%g %g|%g %g|", __real__ sum, __imag__ sum, __real__ product, __imag__ product);
  _Complex double conjugate = ~(3.0 + 2.0i);
  printf("%g %g|%d %d|", __real__ conjugate, __imag__ conjugate, z == 3.0 + 4.0i, z != global);
  _Complex float small = 0;
  __imag__ small = 5;
  printf("%g %g|", __real__ small, __imag__ small);
  global *= 2;
  printf("%g %g|", __real__ global, __imag__ global);
  _Complex int whole = 3 + 2i;
  whole = whole * (2 - 1 * 1i);
  printf("%d %d|", __real__ whole, __imag__ whole + -2);
  _Complex double nothing = 0;
  printf("%s %s|", small ? "yes" : "no", nothing ? "yes" : "no");
  z = 1.5;
  printf("%g %g|", __real__ z, __imag__ z);
  double real = 5;
  real += 2.0 + 1.0i;
  z++;
  printf("%g %g|", real, (double)(z + 0.5));
  z = 6.0 / 2.0;
  printf("%g %g\n", __real__ z, __imag__ z);
  return 0;
}
