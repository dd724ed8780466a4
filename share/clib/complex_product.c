// The product of two complex numbers, a + bi and c + di, as C17 annex G and the support libraries of gcc and clang have
// it: where both parts are NaN, infinities are recovered. The front end calls these only there.
#include "model.h"

#define TANDEM_IS_NAN(x) ((x) != (x))
#define TANDEM_IS_INFINITE(x) (!TANDEM_IS_NAN(x) && TANDEM_IS_NAN((x) - (x)))
#define TANDEM_SIGN(type, x) ((type)(__builtin_signbit(x) ? -1 : 1))
#define TANDEM_BOXED(type, x) ((TANDEM_IS_INFINITE(x) ? (type)1 : (type)0) * TANDEM_SIGN(type, x))
#define TANDEM_WITHOUT_NAN(type, x) (TANDEM_IS_NAN(x) ? (type)0 * TANDEM_SIGN(type, x) : (x))

#define TANDEM_PRODUCT(name, type)                                                                                     \
  void name(type product[2], type a, type b, type c, type d) {                                                         \
    const type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                                         \
    const type infinity = (type)__builtin_inf();                                                                       \
    int recalculate = 0;                                                                                               \
    product[0] = ac - bd;                                                                                              \
    product[1] = ad + bc;                                                                                              \
    if (!TANDEM_IS_NAN(product[0]) || !TANDEM_IS_NAN(product[1])) return;                                              \
    if (TANDEM_IS_INFINITE(a) || TANDEM_IS_INFINITE(b)) {                                                              \
      a = TANDEM_BOXED(type, a);                                                                                       \
      b = TANDEM_BOXED(type, b);                                                                                       \
      c = TANDEM_WITHOUT_NAN(type, c);                                                                                 \
      d = TANDEM_WITHOUT_NAN(type, d);                                                                                 \
      recalculate = 1;                                                                                                 \
    }                                                                                                                  \
    if (TANDEM_IS_INFINITE(c) || TANDEM_IS_INFINITE(d)) {                                                              \
      c = TANDEM_BOXED(type, c);                                                                                       \
      d = TANDEM_BOXED(type, d);                                                                                       \
      a = TANDEM_WITHOUT_NAN(type, a);                                                                                 \
      b = TANDEM_WITHOUT_NAN(type, b);                                                                                 \
      recalculate = 1;                                                                                                 \
    }                                                                                                                  \
    if (!recalculate && (TANDEM_IS_INFINITE(ac) || TANDEM_IS_INFINITE(bd) || TANDEM_IS_INFINITE(ad) ||                 \
                         TANDEM_IS_INFINITE(bc))) {                                                                    \
      a = TANDEM_WITHOUT_NAN(type, a);                                                                                 \
      b = TANDEM_WITHOUT_NAN(type, b);                                                                                 \
      c = TANDEM_WITHOUT_NAN(type, c);                                                                                 \
      d = TANDEM_WITHOUT_NAN(type, d);                                                                                 \
      recalculate = 1;                                                                                                 \
    }                                                                                                                  \
    if (!recalculate) return;                                                                                          \
    product[0] = infinity * (a * c - b * d);                                                                           \
    product[1] = infinity * (a * d + b * c);                                                                           \
  }

TANDEM_PRODUCT(__tandem_product_float, float)
TANDEM_PRODUCT(__tandem_product_double, double)
TANDEM_PRODUCT(__tandem_product_long_double, long double)
