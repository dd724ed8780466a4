#include "clib_test.h"

#include <time.h>

MODEL(strftime);

static char real_text[200];
static size_t real_length;
static size_t position;
static int open_results;

long tandem_unspecified_long(void);
int tandem_unspecified_int(void);
long tandem_unspecified_long(void) { return position = 0, open_results++, (long)real_length; }
int tandem_unspecified_int(void) { return real_text[position++]; }

static struct tm random_fields(bool any) {
  time_t seconds = (time_t)(random_bits() % (sizeof(time_t) == 8 ? 200000000000 : 2147483647));
  struct tm time = *gmtime(&seconds);
  time.tm_gmtoff = (long)random_below(100000) - 50000;
  time.tm_zone = random_bool() ? "GMT" : "CEST";
  if (random_below(10) == 0) time.tm_isdst = (int)random_below(3) - 1;
  if (any) time.tm_year = (int)random_below(12000) - 3000;
  if (any) time.tm_hour = (int)random_below(30);
  return time;
}

static void compare(const char* format, size_t size, const struct tm* time) {
  char text[sizeof real_text];
  memset(text, 77, sizeof text);
  memset(real_text, 77, sizeof real_text);
  real_length = strftime(real_text, size, format, time);
  size_t length = model_strftime(text, size, format, time);
  check(length == real_length, "strftime(%zu, \"%s\"): %zu, not %zu", size, format, length, real_length);
  if (real_length > 0 || format[0] == 0)
    check(memcmp(text, real_text, sizeof text) == 0, "strftime(%zu, \"%s\"): %s, not %s", size, format, text,
          real_text);
  else
    check(size == sizeof text || text[size] == 77, "strftime(%zu, \"%s\")", size, format);
}

int main(void) {
  static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%";
  char format[24];
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    struct tm time = random_fields(false);
    for (const char* letter = letters; *letter; letter++) {
      sprintf(format, "%%%c", *letter);
      compare(format, sizeof real_text, &time);
    }
    format[0] = 0;
    for (unsigned i = random_below(4); i > 0; i--)
      sprintf(format + strlen(format), "%%%c%s", letters[random_below(sizeof letters - 1)], random_bool() ? "-" : "ab");
    check(open_results == 0, "\"%s\" is left open", format);
    compare(format, random_below(60), &time);
    open_results = 0;
    compare("%", sizeof real_text, &time);
    time = random_fields(true);
    sprintf(format, "x%%%s%c", random_bool() ? "-" : "5", letters[random_below(sizeof letters - 1)]);
    compare(format, sizeof real_text, &time);
    open_results = 0;
  }
  return test_end();
}
