// models: locale.c string.c
#include "clib_test.h"

#include <locale.h>

MODEL(setlocale);
MODEL(localeconv);
MODEL(strcoll);
MODEL(strxfrm);

static const char* chosen;
static size_t position;

int tandem_environment_int(void);
size_t tandem_environment_size(void);
unsigned char tandem_environment_byte(void);
int tandem_environment_int(void) { return chosen != NULL; }
size_t tandem_environment_size(void) { return position = 0, strlen(chosen) < 64 ? strlen(chosen) : 3; }
unsigned char tandem_environment_byte(void) { return (unsigned char)chosen[position++]; }

static void set(void) {
  static const char* const names[] = {"C", "POSIX", "", "C.UTF-8", "xx_YY", NULL, NULL};
  const char* name = names[random_below(7)];
  int category = (int)random_below(16) - 2;
  errno = 0;
  const char* real = setlocale(category, name);
  int real_errno = errno;
  chosen = real;
  next_int = real_errno == ENOENT;
  errno = 0;
  const char* got = model_setlocale(category, name);
  // The names of all categories, if they differ, may be longer than the model's.
  bool open = real && strchr(real, ';');
  check(real ? got && (open || strcmp(real, got) == 0) : !got, "setlocale(%d, %s): %s, not %s", category,
        name ? name : "NULL", got ? got : "NULL", real ? real : "NULL");
  if (!real) check(errno == real_errno, "setlocale(%d, %s): %d, not %d", category, name, errno, real_errno);
}

// In the "C" locale.
static void compare(void) {
  static struct twins twins;
  char left[8], right[8];
  random_string(left, sizeof left, "abAB");
  random_string(right, sizeof right, "abAB");
  next_int = 0;
  check(sign_of(model_strcoll(left, right)) == sign_of(strcoll(left, right)), "%s %s", left, right);
  size_t size = random_below(10);
  twins_fill(&twins);
  size_t length = strxfrm(twins.real, left, size);
  check(model_strxfrm(twins.model, left, size) == length, "%s %zu", left, size);
  check(length >= size || twins_equal(&twins), "%s %zu", left, size);
  check(model_strxfrm(NULL, left, 0) == length, "%s", left);
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) compare();
  const struct lconv *got = model_localeconv(), *real = localeconv();
  char* const* texts = (char* const*)got;
  char* const* real_texts = (char* const*)real;
  for (int i = 0; i < 10; i++) check(strcmp(texts[i], real_texts[i]) == 0, "text %d", i);
  check(memcmp(&got->int_frac_digits, &real->int_frac_digits, 14) == 0, "numbers");
  for (int call = 0; call < CALLS; call++) set();
  return test_end();
}
