// models: stdio_format.c stdio_float.c errno.c
#include "clib_test.h"

#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <wchar.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

MODEL(vsnprintf);
MODEL(__errno_location);

enum { SIZE = 600, GUARD = 0x5a };

static char real_text[SIZE + 8], model_text[SIZE + 8];
static size_t size;
static const char* format;

static void compare(int real, int modelled) {
  check(real == modelled, "\"%s\", size %zu: %d, not %d", format, size, modelled, real);
  check(real < 0 || memcmp(real_text, model_text, sizeof real_text) == 0,
        "\"%s\", size %zu: \"%.100s\", not \"%.100s\"", format, size, model_text, real_text);
}

static void reset(void) {
  memset(real_text, GUARD, sizeof real_text);
  memset(model_text, GUARD, sizeof model_text);
}

static void try(const char* with, ...) {
  va_list list, again;
  int real, modelled;
  reset();
  format = with;
  size = random_below(4) ? SIZE : random_below(20);
  va_start(list, with);
  va_copy(again, list);
  real = vsnprintf(real_text, size, with, list);
  modelled = model_vsnprintf(model_text, size, with, again);
  va_end(again);
  va_end(list);
  compare(real, modelled);
}

static char text[100];

static const char* specification(const char* length, const char* kinds, int precision) {
  char* at = text;
  if (random_bool()) at += sprintf(at, "a%%%%b ");
  *at++ = '%';
  while (random_below(3) == 0) *at++ = "-+ #0"[random_below(5)];
  if (random_bool()) at += sprintf(at, "%u", 1 + random_below(40));
  if (random_bool()) at += random_below(8) ? sprintf(at, ".%u", random_below(precision)) : sprintf(at, ".");
  at += sprintf(at, "%s%c", length, kinds[random_below((unsigned)strlen(kinds))]);
  if (random_bool())
    sprintf(at, " end");
  else
    *at = 0;
  return text;
}

static void integers(void) {
  for (int i = 0; i < CALLS; i++) {
    long long value = random_integer();
    try(specification("", "diouxX", 30), (int)value);
    try(specification("hh", "diouxX", 30), (int)value);
    try(specification("h", "diouxX", 30), (int)value);
    try(specification("l", "diouxX", 30), (long)value);
    try(specification("ll", "diouxX", 30), value);
    try(specification("j", "diouxX", 30), (intmax_t)value);
    try(specification("z", "diouxX", 30), (size_t)value);
    try(specification("t", "diouxX", 30), (ptrdiff_t)value);
    try(specification("", "p", 30), random_below(8) ? (void*)(uintptr_t)value : NULL);
    try("%*d|%-*d|%.*d", (int)random_below(30) - 15, (int)value, (int)random_below(30) - 15, (int)value >> 3,
        (int)random_below(30) - 15, (int)value);
    try("%d%c%s %x", (int)value, (char)value, "text", (unsigned)value);
  }
  try("%'d %Id", 123456789, -5);
  try("%2147483648d", 1);
  try("%.2147483648d", 1);
}

static void strings(void) {
  char string[40];
  wchar_t wide[40];
  for (int i = 0; i < CALLS; i++) {
    random_string(string, sizeof string, "");
    size_t length = strlen(string);
    for (size_t j = 0; j <= length; j++) wide[j] = (unsigned char)string[j] % 128u;
    if (random_below(10) == 0) wide[0] = random_below(1000);
    try(specification("", "s", 40), random_below(30) ? string : NULL);
    try(specification("", "c", 40), (int)random_integer());
    try(specification("l", "s", 40), random_below(30) ? wide : NULL);
    try(specification("l", "c", 40), (wint_t)random_below(200));
    string[20] = 'x', string[21] = 'y';
    try("%.*s", (int)random_below(20), string);
  }
  try("%C%S%%", (wint_t)'a', L"bc");
  try("");
  try("%");
  try("ab%");
  errno = *model___errno_location() = ENOENT;
  try("%m|%.5m");
}

static void counts(void) {
  for (int i = 0; i < CALLS; i++) {
    struct {
      signed char c;
      short s;
      int n;
      long l;
      long long q;
      intmax_t j;
      ptrdiff_t z, t;
    } real, modelled;
    const char* with = "%d%hhn%s%hn%5d%n%x%ln%o%lln%u%jn%i%zn%i%tn";
    int v = (int)random_integer();
    memset(&real, 1, sizeof real);
    memset(&modelled, 1, sizeof modelled);
    reset();
    format = with, size = random_below(SIZE);
    int a = snprintf(real_text, size, with, v, &real.c, "abc", &real.s, v, &real.n, v, &real.l, v, &real.q, v, &real.j,
                     v, &real.z, v, &real.t);
    extern int call_model(char*, size_t, const char*, ...);
    int b = call_model(model_text, size, with, v, &modelled.c, "abc", &modelled.s, v, &modelled.n, v, &modelled.l, v,
                       &modelled.q, v, &modelled.j, v, &modelled.z, v, &modelled.t);
    compare(a, b);
    check(memcmp(&real, &modelled, sizeof real) == 0, "%%n");
  }
}

int call_model(char* to, size_t count, const char* with, ...);
int call_model(char* to, size_t count, const char* with, ...) {
  va_list list;
  va_start(list, with);
  int result = model_vsnprintf(to, count, with, list);
  va_end(list);
  return result;
}

static long double in_range(void) {
  long double value;
  unsigned long long mantissa = random_bits() | 1ull << 63;
  value = ldexpl((long double)mantissa, (int)random_below(random_bool() ? 1900 : 100) - 63 - 990);
  if (random_below(4) == 0) value = random_double();
  return random_bool() ? value : -value;
}

static void floats(void) {
  for (int i = 0; i < CALLS; i++) {
    double value = random_double();
    if (random_below(3) == 0) value = (double)((long long)random_below(2000000) - 1000000) / 1000;
    try(specification("", "fFeEgGaA", 30), value);
    try(specification("l", "fFeEgG", 30), value);
    try(specification("L", "fFeEgGaA", 30), in_range());
    try("%f %g %e %a", value, (double)(float)value, value, value);
    try("%5.1f|%-9.2f|%+.3e|%09.3f|%#g", value, value, value, value, value);
    fesetround((const int[]){FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}[random_below(4)]);
    try(specification("", "feEgGaA", 20), value);
    fesetround(FE_TONEAREST);
  }
  try("%.1100f", 0x1p-1074);
  try("%.900e", -0x1.fffffffffffffp1023);
  try("%.0f %.0f %.0f %.0f %.0e %.0e", 0.5, 1.5, 2.5, 9.5, 2.5, 9.5);
  try("%g %g %g %g %g", 100000.0, 999999.5, 1000000.0, 0.0001, 0.00001);
  try("%.3g %#.3g %g %G", 0.0, 0.0, 1e100, 1e-100);
  try("%La %La %La", 0x1p-16445L, 0x1p-16382L, 1.189731495357231765e+4932L);
  try("%.3000f", 1.0 / 3);
}

// A long double beyond the range of double: its text is open; what the library writes is fed to the model.
static int fed;

int tandem_unspecified_int(void) {
  static int at;
  if (fed < 0) return fed = 0, at = 0, (int)strlen(real_text);
  return real_text[at++];
}

static void open_floats(void) {
  for (int i = 0; i < CALLS; i++) {
    long double value = ldexpl((long double)(random_bits() | 1ull << 63), (int)random_below(20) - 3 + 1000);
    reset();
    format = "%Le", size = SIZE, fed = -1;
    int a = snprintf(real_text, size, format, value);
    compare(a, call_model(model_text, size, format, value));
  }
}

int main(void) {
  test_begin();
  integers();
  strings();
  counts();
  floats();
  open_floats();
  *model___errno_location() = 0;
  return test_end();
}
