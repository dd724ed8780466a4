#define _GNU_SOURCE
#include "clib_test.h"
#include <inttypes.h>
#include <wchar.h>

MODEL(wcstol);
MODEL(wcstoul);
MODEL(wcstoll);
MODEL(wcstoull);
MODEL(wcstoimax);
MODEL(wcstoumax);
long model___isoc23_wcstol(const wchar_t*, wchar_t**, int);
unsigned long model___isoc23_wcstoul(const wchar_t*, wchar_t**, int);
long long model___isoc23_wcstoll(const wchar_t*, wchar_t**, int);
unsigned long long model___isoc23_wcstoull(const wchar_t*, wchar_t**, int);

#define COMPARE_WITH(function, other)                                                                                  \
  do {                                                                                                                 \
    wchar_t* end = NULL;                                                                                               \
    wchar_t* model_end = NULL;                                                                                         \
    errno = 0;                                                                                                         \
    long long result = (long long)function(text, &end, base);                                                          \
    int error = errno;                                                                                                 \
    errno = 0;                                                                                                         \
    long long model_result = (long long)other(text, &model_end, base);                                                 \
    check(result == model_result && error == errno, #other "(%ls, %d) %lld %lld", text, base, result, model_result);   \
    check(end == model_end, #other "(%ls, %d)", text, base);                                                           \
    check((long long)other(text, NULL, base) == result, #other "(%ls, %d)", text, base);                               \
  } while (0)
#define COMPARE(function) COMPARE_WITH(function, model_##function)

static void compare(const wchar_t* text, int base) {
  COMPARE(wcstol);
  COMPARE(wcstoul);
  COMPARE(wcstoll);
  COMPARE(wcstoull);
  COMPARE(wcstoimax);
  COMPARE(wcstoumax);
  // They differ from the others only in the prefix 0b, which this glibc does not know.
  for (const wchar_t* at = text; *at; at++)
    if (*at == L'b' || *at == L'B') return;
  COMPARE_WITH(wcstol, model___isoc23_wcstol);
  COMPARE_WITH(wcstoul, model___isoc23_wcstoul);
  COMPARE_WITH(wcstoll, model___isoc23_wcstoll);
  COMPARE_WITH(wcstoull, model___isoc23_wcstoull);
}

static void random_number(char* to) {
  static const char* const formats[] = {"%lld",  "%llu",    "0x%llx",    "%llX", "0%llo",
                                        "-%llu", "  +%llu", "\n-0X%llX", "%lldz"};
  sprintf(to, formats[random_below(sizeof formats / sizeof *formats)], random_integer());
  if (random_below(8) == 0) strcat(to, random_bool() ? "0" : "9");
}

int main(void) {
  static const int bases[] = {0, 10, 16, 8, 2, 36, 3, 1, -1, 37};
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    char text[64];
    wchar_t wide[64];
    random_number(text);
    if (random_below(3) == 0) random_string(text, 12, "0123789axXbBzZ+- ");
    for (size_t i = 0; i <= strlen(text); i++) wide[i] = text[i];
    if (random_below(16) == 0) wide[random_below(4)] = (wchar_t)(0x7fffffff & random_integer());
    wchar_t* exact = copy_of(wide, (wcslen(wide) + 1) * sizeof *wide);
    compare(exact, random_bool() ? (int)random_below(37) : bases[random_below(sizeof bases / sizeof *bases)]);
    free(exact);
  }
  wchar_t* end;
  check(model___isoc23_wcstol(L"-0b101", &end, 0) == -5 && *end == 0, "binary");
  check(model___isoc23_wcstol(L"0B11", &end, 2) == 3 && *end == 0, "binary");
  check(model___isoc23_wcstoul(L"0b2", &end, 0) == 0 && *end == L'b', "no digit after the prefix");
  check(model___isoc23_wcstoull(L"0b1", &end, 16) == 0xb1 && *end == 0, "hexadecimal");
  return test_end();
}
