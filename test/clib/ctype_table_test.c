#define _GNU_SOURCE
#include "clib_test.h"
#include <ctype.h>

MODEL(__ctype_b_loc);
MODEL(__ctype_tolower_loc);
MODEL(__ctype_toupper_loc);

int main(void) {
  test_begin();
  for (int c = -128; c < 256; c++) {
    check((*__ctype_b_loc())[c] == (*model___ctype_b_loc())[c], "%d", c);
    check((*__ctype_tolower_loc())[c] == (*model___ctype_tolower_loc())[c], "%d", c);
    check((*__ctype_toupper_loc())[c] == (*model___ctype_toupper_loc())[c], "%d", c);
  }
  check(model___ctype_b_loc() == model___ctype_b_loc(), "the same object each time");
  return test_end();
}
