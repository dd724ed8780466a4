#include "clib_test.h"

MODEL(__errno_location);
extern int model_errno;

int main(void) {
  test_begin();
  check(*model___errno_location() == 0, "errno at the start");
  check(model___errno_location() == &model_errno, "where errno is");
  for (int call = 0; call < CALLS; call++) {
    int value = (int)random_integer();
    *model___errno_location() = value;
    check(*model___errno_location() == value, "%d", value);
  }
  return test_end();
}
