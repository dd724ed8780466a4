#define _GNU_SOURCE
#include "clib_test.h"

extern int __xpg_strerror_r(int, char*, size_t);
MODEL(strerror);
MODEL(strerror_r);
MODEL(__xpg_strerror_r);
MODEL(strsignal);

static struct twins twins;
static char* const real = twins.real + 16;
static char* const model = twins.model + 16;

static void compare(int number, size_t size) {
  errno = 0;
  check(strcmp(strerror(number), model_strerror(number)) == 0 && errno == 0, "%d", number);
  check(strcmp(strsignal(number), model_strsignal(number)) == 0 && errno == 0, "%d", number);
  twins_fill(&twins);
  // One byte at least, for the address sanitizer's strerror_r reads the text.
  char* text = strerror_r(number, real, size + 1);
  char* model_text = model_strerror_r(number, model, size + 1);
  check(strcmp(text, model_text) == 0, "%d %zu", number, size);
  check((text == real) == (model_text == model) && twins_equal(&twins), "%d %zu", number, size);
  twins_fill(&twins);
  int result = __xpg_strerror_r(number, real, size);
  int model_result = model___xpg_strerror_r(number, model, size);
  check(result == model_result && twins_equal(&twins), "%d %zu: %d %d", number, size, result, model_result);
}

int main(void) {
  test_begin();
  for (int number = -2; number < 200; number++) compare(number, 64);
  compare(-2147483647 - 1, 64);
  for (int call = 0; call < CALLS; call++)
    compare(random_bool() ? (int)random_below(140) : (int)random_integer(), random_below(50));
  return test_end();
}
