// Strings to integers: C17 7.22.1 and the names that glibc's headers make of these calls.
#include "model.h"

enum { TANDEM_EINVAL = 22, TANDEM_ERANGE = 34 };

struct tandem_integer {
  unsigned long long magnitude;
  int negative;
  int too_large;
};

static int tandem_is_space(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }

// 36 for what is no digit in any base.
static int tandem_digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'Z') return letter - 'A' + 10;
  return 36;
}

// The magnitude is at most `largest`, or one more than that for a negative number of a signed type. `binary`: the
// prefix 0b counts (C23). A prefix without a digit after it is the number 0 followed by a letter.
static struct tandem_integer tandem_read_integer(const char* text, char** end, int base, int binary, int is_signed,
                                                 unsigned long long largest) {
  struct tandem_integer number = {0, 0, 0};
  const char* at = text;
  int any = 0;
  if (base < 0 || base == 1 || base > 36) {
    *__errno_location() = TANDEM_EINVAL;
    return number;
  }
  while (tandem_is_space(*at)) at++;
  if (*at == '+' || *at == '-') {
    number.negative = *at == '-';
    at++;
  }
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && tandem_digit(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (binary && (base == 0 || base == 2) && at[0] == '0' && (at[1] == 'b' || at[1] == 'B') &&
             tandem_digit(at[2]) < 2) {
    at += 2;
    base = 2;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  unsigned long long limit = largest + (is_signed && number.negative ? 1 : 0);
  unsigned long long before_last = limit / (unsigned)base;
  unsigned last = (unsigned)(limit % (unsigned)base);
  while (tandem_digit(*at) < base) {
    unsigned digit = (unsigned)tandem_digit(*at);
    if (number.magnitude > before_last || (number.magnitude == before_last && digit > last)) number.too_large = 1;
    if (!number.too_large) number.magnitude = number.magnitude * (unsigned)base + digit;
    any = 1;
    at++;
  }
  if (number.too_large) {
    number.magnitude = limit;
    *__errno_location() = TANDEM_ERANGE;
  }
  if (end) *end = (char*)(any ? at : text);
  return number;
}

static long long tandem_read_signed(const char* text, char** end, int base, int binary, unsigned long long largest) {
  struct tandem_integer number = tandem_read_integer(text, end, base, binary, 1, largest);
  return (long long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

static unsigned long long tandem_read_unsigned(const char* text, char** end, int base, int binary,
                                               unsigned long long largest) {
  struct tandem_integer number = tandem_read_integer(text, end, base, binary, 0, largest);
  return number.negative && !number.too_large ? (0 - number.magnitude) & largest : number.magnitude;
}

long strtol(const char* text, char** end, int base) {
  return (long)tandem_read_signed(text, end, base, 0, __LONG_MAX__);
}

unsigned long strtoul(const char* text, char** end, int base) {
  return (unsigned long)tandem_read_unsigned(text, end, base, 0, __LONG_MAX__ * 2UL + 1);
}

long long strtoll(const char* text, char** end, int base) {
  return tandem_read_signed(text, end, base, 0, __LONG_LONG_MAX__);
}

unsigned long long strtoull(const char* text, char** end, int base) {
  return tandem_read_unsigned(text, end, base, 0, __LONG_LONG_MAX__ * 2ULL + 1);
}

long long strtoq(const char* text, char** end, int base) { return strtoll(text, end, base); }
unsigned long long strtouq(const char* text, char** end, int base) { return strtoull(text, end, base); }

long __isoc23_strtol(const char* text, char** end, int base) {
  return (long)tandem_read_signed(text, end, base, 1, __LONG_MAX__);
}

unsigned long __isoc23_strtoul(const char* text, char** end, int base) {
  return (unsigned long)tandem_read_unsigned(text, end, base, 1, __LONG_MAX__ * 2UL + 1);
}

long long __isoc23_strtoll(const char* text, char** end, int base) {
  return tandem_read_signed(text, end, base, 1, __LONG_LONG_MAX__);
}

unsigned long long __isoc23_strtoull(const char* text, char** end, int base) {
  return tandem_read_unsigned(text, end, base, 1, __LONG_LONG_MAX__ * 2ULL + 1);
}

// What older headers call; `group` (digits in groups, after the locale) is 0 there.
long __strtol_internal(const char* text, char** end, int base, int group) {
  (void)group;
  return strtol(text, end, base);
}

unsigned long __strtoul_internal(const char* text, char** end, int base, int group) {
  (void)group;
  return strtoul(text, end, base);
}

long long __strtoll_internal(const char* text, char** end, int base, int group) {
  (void)group;
  return strtoll(text, end, base);
}

unsigned long long __strtoull_internal(const char* text, char** end, int base, int group) {
  (void)group;
  return strtoull(text, end, base);
}

// Beyond the type's range undefined by the standard; glibc converts what strtol gives.
int atoi(const char* text) { return (int)strtol(text, NULL, 10); }
long atol(const char* text) { return strtol(text, NULL, 10); }
long long atoll(const char* text) { return strtoll(text, NULL, 10); }
