#include "clib_test.h"

MODEL(__errno_location);

int main(void) {
  test_begin();
  check(*model___errno_location() == 0, "errno at the start");
  for (int call = 0; call < CALLS; call++) {
    int value = (int)random_integer();
    *model___errno_location() = value;
    check(*model___errno_location() == value, "%d", value);
  }
  return test_end();
}
