#include "clib_test.h"

#include <limits.h>

long __isoc23_strtol(const char* text, char** end, int base);
unsigned long __isoc23_strtoul(const char* text, char** end, int base);
long long __isoc23_strtoll(const char* text, char** end, int base);
unsigned long long __isoc23_strtoull(const char* text, char** end, int base);
long __strtol_internal(const char* text, char** end, int base, int group);
unsigned long __strtoul_internal(const char* text, char** end, int base, int group);
long long __strtoll_internal(const char* text, char** end, int base, int group);
unsigned long long __strtoull_internal(const char* text, char** end, int base, int group);

MODEL(atoi);
MODEL(atol);
MODEL(atoll);
MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(strtoq);
MODEL(strtouq);
MODEL(__strtol_internal);
MODEL(__strtoul_internal);
MODEL(__strtoll_internal);
MODEL(__strtoull_internal);
MODEL(__isoc23_strtol);
MODEL(__isoc23_strtoul);
MODEL(__isoc23_strtoll);
MODEL(__isoc23_strtoull);

static int outcomes[2];

#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#define COMPARE(name, text, base, ...)                                                                                 \
  do {                                                                                                                 \
    char* real_end = (char*)text;                                                                                      \
    char* end = (char*)text;                                                                                           \
    errno = 0;                                                                                                         \
    __typeof__(name(text, NULL, 0 __VA_ARGS__)) real = name(text, &real_end, base __VA_ARGS__);                        \
    int real_errno = errno;                                                                                            \
    errno = 0;                                                                                                         \
    __typeof__(real) got = model_##name(text, &end, base __VA_ARGS__);                                                 \
    outcomes[errno != 0]++;                                                                                            \
    check(got == real && end == real_end && errno == real_errno, #name "(\"%s\", %d): %lld, not %lld", text, base,     \
          (long long)got, (long long)real);                                                                            \
  } while (0)

#define COMPARE_ATO(name, text)                                                                                        \
  do {                                                                                                                 \
    errno = 0;                                                                                                         \
    long long real = name(text);                                                                                       \
    int real_errno = errno;                                                                                            \
    errno = 0;                                                                                                         \
    check(model_##name(text) == real && errno == real_errno, #name "(\"%s\")", text);                                  \
  } while (0)

static void compare(const char* text, int base) {
  // The address sanitizer has its own idea of what is no base.
  if (!SANITIZED || base == 0 || (base >= 2 && base <= 36)) {
    COMPARE(strtol, text, base);
    COMPARE(strtoll, text, base);
  }
  COMPARE(strtoul, text, base);
  COMPARE(strtoull, text, base);
  COMPARE(strtoq, text, base);
  COMPARE(strtouq, text, base);
  COMPARE(__strtol_internal, text, base, , 0);
  COMPARE(__strtoul_internal, text, base, , 0);
  COMPARE(__strtoll_internal, text, base, , 0);
  COMPARE(__strtoull_internal, text, base, , 0);
  COMPARE_ATO(atoi, text);
  COMPARE_ATO(atol, text);
  COMPARE_ATO(atoll, text);
}

static void in_base(char* to, unsigned long long value, unsigned base) {
  char digits[65];
  int count = 0;
  do {
    unsigned digit = (unsigned)(value % base);
    digits[count++] = (char)(digit < 10 ? '0' + digit : (random_bool() ? 'a' : 'A') + (digit - 10));
    value /= base;
  } while (value);
  while (count > 0) *to++ = digits[--count];
  *to = 0;
}

static void number_text(char* to, unsigned base) {
  static const char* const signs[] = {"", "", "-", "+", " ", "\t\n\v\f\r -", " +", "--", "+-"};
  static const char* const prefixes[] = {"", "", "0", "0x", "0X", "00x", "0b"};
  static const char* const ends[] = {"", "", "0", "9", "z", " ", "x", "g1", ".5", "-"};
  static const unsigned long long borders[] = {INT_MAX, UINT_MAX, LLONG_MAX, ULLONG_MAX, LONG_MAX, ULONG_MAX};
  unsigned long long value = (unsigned long long)random_integer();
  char digits[72];
  if (random_bool()) value = borders[random_below(6)] + random_below(5) - 2;
  in_base(digits, value, base < 2 || base > 36 ? 2 + random_below(35) : base);
  sprintf(to, "%s%s%s%s", signs[random_below(9)], prefixes[random_below(7)], digits, ends[random_below(10)]);
}

static void binary(const char* text, int base, unsigned long long value, int length) {
  char* end;
  check(model___isoc23_strtol(text, &end, base) == (long)value && end - text == length, "%s %d", text, base);
  check(model___isoc23_strtoul(text, &end, base) == (unsigned long)value && end - text == length, "%s %d", text, base);
  check(model___isoc23_strtoll(text, &end, base) == (long long)value && end - text == length, "%s %d", text, base);
  check(model___isoc23_strtoull(text, &end, base) == value && end - text == length, "%s %d", text, base);
}

// The C library here may be older than these.
static void binary_prefixes(void) {
  binary("0b101", 0, 5, 5);
  binary(" -0B11", 2, 0ull - 3, 6);
  binary("0b", 2, 0, 1);
  binary("0b2", 0, 0, 1);
  binary("0b1", 16, 0xb1, 3);
  binary("0b1", 10, 0, 1);
  binary("0x1f", 0, 31, 4);
  binary("077", 0, 63, 3);
}

int main(void) {
  static const char* const corners[] = {"",   " ",   "+",   "-",    "0",   "0x",  "0xg",   "-0x",  "0x-1",
                                        "08", "0x0", "-0",  "0b1",  "x",   "zz",  "0xZ",   "1_0",  "\v1",
                                        "1 ", "007", "09a", "0x0x", "+0X", " 0x", "- 1\n", "\2011"};
  char text[128];
  test_begin();
  for (int base = -1; base <= 37; base++)
    for (unsigned i = 0; i < sizeof corners / sizeof *corners; i++) compare(corners[i], base);
  for (int call = 0; call < CALLS; call++) {
    int base = random_bool() ? (int)random_below(37) : (int[]){0, 10, 16}[random_below(3)];
    number_text(text, (unsigned)base);
    compare(text, base);
    random_string(text, 12, "0017xX-+ aAfFzZ9b");
    compare(text, base);
  }
  check(outcomes[0] > CALLS && outcomes[1] > CALLS, "%d without error, %d with", outcomes[0], outcomes[1]);
  char* end = NULL;
  check(model_strtol("12", NULL, 10) == 12, "no end");
  check(model_strtol("12", &end, 37) == 0 && end == NULL, "the end where the base is none");
  binary_prefixes();
  return test_end();
}
