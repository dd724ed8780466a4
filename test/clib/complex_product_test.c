#include "clib_test.h"

extern void model___tandem_product_float(float product[2], float a, float b, float c, float d);
extern void model___tandem_product_double(double product[2], double a, double b, double c, double d);
extern void model___tandem_product_long_double(long double product[2], long double a, long double b, long double c,
                                               long double d);

static double values[] = {0.0, -0.0, 1.5, -2.0, __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 1e308, -1e308};
enum { COUNT = sizeof values / sizeof values[0] };

// Equal, also in the sign of a zero; a NaN is as good as any other.
#define SAME(x, y) ((x) != (x) ? (y) != (y) : (x) == (y) && __builtin_signbit(x) == __builtin_signbit(y))

#define COMPARE(type, model)                                                                                           \
  do {                                                                                                                 \
    _Complex type left, right, wanted;                                                                                 \
    type got[2];                                                                                                       \
    __real__ left = (type)a, __imag__ left = (type)b, __real__ right = (type)c, __imag__ right = (type)d;              \
    wanted = left * right;                                                                                             \
    model(got, (type)a, (type)b, (type)c, (type)d);                                                                    \
    check(SAME(__real__ wanted, got[0]) && SAME(__imag__ wanted, got[1]), "(%g, %g) * (%g, %g)", a, b, c, d);          \
  } while (0)

int main(void) {
  test_begin();
  for (int i = 0; i < COUNT * COUNT * COUNT * COUNT; i++) {
    double a = values[i % COUNT], b = values[i / COUNT % COUNT];
    double c = values[i / COUNT / COUNT % COUNT], d = values[i / COUNT / COUNT / COUNT];
    COMPARE(float, model___tandem_product_float);
    COMPARE(double, model___tandem_product_double);
    COMPARE(long double, model___tandem_product_long_double);
  }
  return test_end();
}
