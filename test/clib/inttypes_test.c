// clang-format off
// models: inttypes.c stdlib_number.c
// untested: atoi atol atoll strtol strtoul strtoll strtoull strtoq strtouq __strtol_internal __strtoul_internal __strtoll_internal __strtoull_internal __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull
// clang-format on
#include "clib_test.h"

#include <inttypes.h>

intmax_t __isoc23_strtoimax(const char* text, char** end, int base);
uintmax_t __isoc23_strtoumax(const char* text, char** end, int base);

MODEL(imaxabs);
MODEL(imaxdiv);
MODEL(strtoimax);
MODEL(strtoumax);
MODEL(__isoc23_strtoimax);
MODEL(__isoc23_strtoumax);

int main(void) {
  char text[64];
  char *end, *real_end;
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    intmax_t left = random_integer();
    intmax_t right = random_integer();
    if (left != INTMAX_MIN) check(model_imaxabs(left) == imaxabs(left), "%jd", left);
    if (right != 0 && (left != INTMAX_MIN || right != -1)) {
      imaxdiv_t got = model_imaxdiv(left, right);
      imaxdiv_t real = imaxdiv(left, right);
      check(got.quot == real.quot && got.rem == real.rem, "%jd / %jd", left, right);
    }
    sprintf(text, "%jd%s", left, random_bool() ? "9" : " ");
    errno = 0;
    intmax_t number = strtoimax(text, &real_end, 0);
    int real_errno = errno;
    errno = 0;
    check(model_strtoimax(text, &end, 0) == number && end == real_end && errno == real_errno, "%s", text);
    errno = 0;
    uintmax_t natural = strtoumax(text, &real_end, 0);
    real_errno = errno;
    errno = 0;
    check(model_strtoumax(text, &end, 0) == natural && end == real_end && errno == real_errno, "%s", text);
    check(model___isoc23_strtoimax(text, &end, 0) == number && end == real_end, "%s", text);
    check(model___isoc23_strtoumax(text, &end, 0) == natural && end == real_end, "%s", text);
  }
  check(model___isoc23_strtoimax("0b11", NULL, 0) == 3, "binary");
  return test_end();
}
