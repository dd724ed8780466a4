// models: stdio_scan.c stdio_scan_names.c
#define _GNU_SOURCE
#include "clib_test.h"

#include <stdarg.h>
#include <stddef.h>
#include <wchar.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

MODEL(vsscanf);
MODEL(sscanf);
int model___isoc99_sscanf(const char*, const char*, ...);
int model___isoc99_vsscanf(const char*, const char*, va_list);
int model___isoc23_sscanf(const char*, const char*, ...);
int model___isoc23_vsscanf(const char*, const char*, va_list);

// Where the conversions store; each as large as the longest text.
struct places {
  char at[3][128];
};

static struct places real, modelled;
static char text[100], format[100];

static void reset(void) {
  memset(&real, 0x33, sizeof real);
  memset(&modelled, 0x33, sizeof modelled);
}

static void compare(int expected, int result) {
  check(expected == result, "\"%s\" of \"%s\": %d, not %d", format, text, result, expected);
  check(memcmp(&real, &modelled, sizeof real) == 0, "\"%s\" of \"%s\"", format, text);
}

static int from_text(int (*scan)(const char*, const char*, va_list), ...) {
  va_list list;
  va_start(list, scan);
  int done = scan(text, format, list);
  va_end(list);
  return done;
}

#define REAL real.at[0], real.at[1], real.at[2]
#define PLACES modelled.at[0], modelled.at[1], modelled.at[2]

static void from_texts(void) {
  reset();
  int expected = sscanf(text, format, REAL);
  compare(expected, from_text(model_vsscanf, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, model_sscanf(text, format, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, model___isoc99_sscanf(text, format, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, from_text(model___isoc99_vsscanf, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, model___isoc23_sscanf(text, format, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, from_text(model___isoc23_vsscanf, PLACES));
}

static char* put_number(char* to) {
  static const char* const odd[] = {"-",
                                    "+",
                                    "0x",
                                    "0x.",
                                    "0x.p1",
                                    "1e",
                                    "1e+",
                                    "1e+5",
                                    ".",
                                    ".5",
                                    "-.e1",
                                    "nan",
                                    "nan(1)",
                                    "inf",
                                    "INFINITY",
                                    "infi",
                                    "-inf",
                                    "na",
                                    "08",
                                    "0x1f",
                                    "-0X1F",
                                    "0x1.8p3",
                                    "(nil)",
                                    "(nix",
                                    "99999999999999999999",
                                    "-99999999999999999999",
                                    "4294967296",
                                    "%"};
  switch (random_below(5)) {
  case 0: return to + sprintf(to, "%s", odd[random_below(sizeof odd / sizeof *odd)]);
  case 1: return to + sprintf(to, "%lld", random_integer());
  case 2: return to + sprintf(to, "%g", random_double());
  case 3: random_string(to, 12, "01289abcxX.+-eE )("); return to + strlen(to);
  default: random_string(to, 12, ""); return to + strlen(to);
  }
}

static void random_case(void) {
  static const char* const separators[] = {"", " ", ",", "\t\n", "x"};
  static const char* const kinds[] = {
      "d",  "i",   "o",  "u",  "x",   "X",  "p",  "c",  "s",  "[0-9]", "[^ ,]", "f",      "g",        "lf",
      "Lf", "hhd", "hd", "ld", "lld", "ju", "zu", "td", "hx", "lx",    "llx",   "[]a-c]", "[^]]",     "[a-f-]",
      "n",  "hhn", "ln", "a",  "%",   "ls", "lc", "jd", "zd", "hhu",   "hu",    "lu",     "[-0-9+.]", "e"};
  char *to = text, *at = format;
  for (unsigned i = 0, count = 1 + random_below(3); i < count; i++) {
    const char* separator = separators[random_below(5)];
    const char* kind = kinds[random_below(sizeof kinds / sizeof *kinds)];
    to = put_number(to);
    to += sprintf(to, "%s", random_below(4) ? separator : separators[random_below(5)]);
    at += sprintf(at, "%%%s", random_below(8) || *kind == '%' || strchr(kind, 'n') ? "" : "*");
    if (random_below(3) == 0 && *kind != '%' && !strchr(kind, 'n')) at += sprintf(at, "%u", 1 + random_below(12));
    at += sprintf(at, "%s%s", kind, separator);
  }
  // The "C" locale has no wide characters beyond ASCII.
  if (strstr(format, "l"))
    for (to = text; *to; to++) *to = (char)(*to & 0x7f ? *to & 0x7f : 1);
}

int main(void) {
  test_begin();
  for (int i = 0; i < 2 * CALLS; i++) {
    random_case();
    from_texts();
  }
  strcpy(text, "12 0x1f abc 3.5 (nil)");
  strcpy(format, "%d%i%s");
  from_texts();
  strcpy(format, "%*d%x%4c");
  from_texts();
  strcpy(text, "");
  from_texts();
  strcpy(text, "   ");
  from_texts();
  return test_end();
}
