#define _GNU_SOURCE
#include "clib_test.h"
#include <ctype.h>

// The functions, not the macros.
#undef _tolower
#undef _toupper
extern int _tolower(int);
extern int _toupper(int);

#define EACH_FUNCTION(of)                                                                                              \
  of(isupper) of(islower) of(isalpha) of(isdigit) of(isxdigit) of(isspace) of(isprint) of(isgraph) of(isblank)         \
      of(iscntrl) of(isalnum) of(ispunct) of(tolower) of(toupper) of(_tolower) of(_toupper) of(isascii) of(toascii)
#define DECLARE(name) int model_##name(int);
EACH_FUNCTION(DECLARE)
#define ENTRY(name) {#name, (name), model_##name},

static const struct {
  const char* name;
  int (*real)(int);
  int (*model)(int);
} functions[] = {EACH_FUNCTION(ENTRY)};

int main(void) {
  test_begin();
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    for (int c = -128; c < 256; c++) {
      // One of the two values that isdigit may have.
      next_int = functions[i].real(c);
      check(functions[i].real(c) == functions[i].model(c), "%s(%d)", functions[i].name, c);
    }
  for (int call = 0; call < CALLS; call++) {
    int c = (int)random_integer();
    check((isascii)(c) == model_isascii(c), "%d", c);
    check((toascii)(c) == model_toascii(c), "%d", c);
    check((tolower)(c) == model_tolower(c), "%d", c);
    check((toupper)(c) == model_toupper(c), "%d", c);
  }
  next_int = 0;
  check(model_isdigit('5') == 1, "what compilers put in place of isdigit");
  return test_end();
}
