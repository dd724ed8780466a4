// Wide strings to integers: <wchar.h> (C17 7.29.4.1.2), <inttypes.h> (7.8.2.4), and the C23 names of glibc's headers.
#include "model.h"

enum { TANDEM_EINVAL = 22, TANDEM_ERANGE = 34 };

// 36 for what is no digit in any base.
static int tandem_digit(wchar_t letter) {
  if (letter >= L'0' && letter <= L'9') return (int)(letter - L'0');
  if (letter >= L'a' && letter <= L'z') return (int)(letter - L'a' + 10);
  if (letter >= L'A' && letter <= L'Z') return (int)(letter - L'A' + 10);
  return 36;
}

// Moves behind a prefix, if a digit follows it; else it is the number 0 followed by a letter. Binary: 0b counts (C23).
static const wchar_t* tandem_skip_prefix(const wchar_t* at, int* base, int binary) {
  int letter = at[0] == L'0' ? tandem_digit(at[1]) : 36;
  if (letter == 33 && (*base == 0 || *base == 16) && tandem_digit(at[2]) < 16) {
    *base = 16;
    return at + 2;
  }
  if (letter == 11 && binary && (*base == 0 || *base == 2) && tandem_digit(at[2]) < 2) {
    *base = 2;
    return at + 2;
  }
  if (*base == 0) *base = *at == L'0' ? 8 : 10;
  return at;
}

// Reads digits; more than limit gives limit and ERANGE.
static unsigned long long tandem_read_digits(const wchar_t** at, int base, unsigned long long limit, int* too_large) {
  unsigned long long value = 0;
  for (; tandem_digit(**at) < base; (*at)++) {
    unsigned digit = (unsigned)tandem_digit(**at);
    if (value > limit / (unsigned)base || value * (unsigned)base > limit - digit) *too_large = 1;
    if (!*too_large) value = value * (unsigned)base + digit;
  }
  if (!*too_large) return value;
  *__errno_location() = TANDEM_ERANGE;
  return limit;
}

// Largest: of the type of the result, whose bits are in what this gives.
static unsigned long long tandem_read(const wchar_t* text, wchar_t** end, int base, int binary, int is_signed,
                                      unsigned long long largest) {
  if (base < 0 || base == 1 || base > 36) {
    *__errno_location() = TANDEM_EINVAL;
    return 0;
  }
  const wchar_t* at = text;
  while (*at == L' ' || (*at >= L'\t' && *at <= L'\r')) at++;
  int negative = *at == L'-';
  if (*at == L'+' || *at == L'-') at++;
  at = tandem_skip_prefix(at, &base, binary);
  const wchar_t* digits = at;
  int too_large = 0;
  unsigned long long value = tandem_read_digits(&at, base, is_signed && negative ? largest + 1 : largest, &too_large);
  if (end != NULL) *end = (wchar_t*)(at == digits ? text : at);
  return negative && (is_signed || !too_large) ? 0 - value : value;
}

long wcstol(const wchar_t* text, wchar_t** end, int base) {
  return (long)tandem_read(text, end, base, 0, 1, __LONG_MAX__);
}

unsigned long wcstoul(const wchar_t* text, wchar_t** end, int base) {
  return (unsigned long)tandem_read(text, end, base, 0, 0, __LONG_MAX__ * 2UL + 1);
}

long long wcstoll(const wchar_t* text, wchar_t** end, int base) {
  return (long long)tandem_read(text, end, base, 0, 1, __LONG_LONG_MAX__);
}

unsigned long long wcstoull(const wchar_t* text, wchar_t** end, int base) {
  return tandem_read(text, end, base, 0, 0, __LONG_LONG_MAX__ * 2ULL + 1);
}

intmax_t wcstoimax(const wchar_t* text, wchar_t** end, int base) { return wcstoll(text, end, base); }

uintmax_t wcstoumax(const wchar_t* text, wchar_t** end, int base) { return wcstoull(text, end, base); }

long __isoc23_wcstol(const wchar_t* text, wchar_t** end, int base) {
  return (long)tandem_read(text, end, base, 1, 1, __LONG_MAX__);
}

unsigned long __isoc23_wcstoul(const wchar_t* text, wchar_t** end, int base) {
  return (unsigned long)tandem_read(text, end, base, 1, 0, __LONG_MAX__ * 2UL + 1);
}

long long __isoc23_wcstoll(const wchar_t* text, wchar_t** end, int base) {
  return (long long)tandem_read(text, end, base, 1, 1, __LONG_LONG_MAX__);
}

unsigned long long __isoc23_wcstoull(const wchar_t* text, wchar_t** end, int base) {
  return tandem_read(text, end, base, 1, 0, __LONG_LONG_MAX__ * 2ULL + 1);
}
