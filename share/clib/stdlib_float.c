// Strings to floating-point numbers, rounded to nearest: C17 7.22.1.1 and 7.22.1.3.
//
// The number is enclosed between two long doubles. Mostly both round to the same float or double, which then is the
// result; otherwise the result is left open between the two. Always exact: decimal numbers of up to 19 digits that are
// an integer below 2^64 times a power of two, hexadecimal ones (long double: of up to 16 digits), and long doubles
// m * 10^e of up to 19 digits with |e| <= 27.
#include "model.h"

enum { TANDEM_ERANGE = 34 };
enum tandem_kind { TANDEM_NOTHING, TANDEM_FINITE, TANDEM_INFINITE, TANDEM_NAN };

// digits * 10^exponent, or digits * 2^exponent; `more`: a part below one unit of digits was cut off, and `cut` digits
// in all.
struct tandem_real {
  enum tandem_kind kind;
  int negative;
  int hexadecimal;
  unsigned long long digits;
  int more;
  size_t cut;
  long long exponent;
  long double low;
  long double high;
};

static char tandem_lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

static int tandem_is_decimal(char letter) { return letter >= '0' && letter <= '9'; }

static int tandem_hexadecimal(char letter) {
  if (tandem_is_decimal(letter)) return letter - '0';
  letter = tandem_lower(letter);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 16;
}

static int tandem_begins(const char* text, const char* word) {
  for (; *word; text++, word++)
    if (tandem_lower(*text) != *word) return 0;
  return 1;
}

// After "nan": (letters, digits, underscores), if complete.
static const char* tandem_skip_nan(const char* at) {
  const char* after = at;
  if (*after != '(') return at;
  do after++;
  while (tandem_is_decimal(*after) || (tandem_lower(*after) >= 'a' && tandem_lower(*after) <= 'z') || *after == '_');
  return *after == ')' ? after + 1 : at;
}

// At least 19 decimal or 16 hexadecimal digits are kept.
static const char* tandem_read_digits(const char* at, struct tandem_real* number) {
  int base = number->hexadecimal ? 16 : 10;
  int per_digit = number->hexadecimal ? 4 : 1;
  int point = 0;
  for (; tandem_hexadecimal(*at) < base || (*at == '.' && !point); at++) {
    if (*at == '.') {
      point = 1;
    } else if (number->cut == 0 && number->digits <= (~0ULL - (unsigned)tandem_hexadecimal(*at)) / (unsigned)base) {
      number->digits = number->digits * (unsigned)base + (unsigned)tandem_hexadecimal(*at);
      if (point) number->exponent -= per_digit;
    } else {
      if (*at != '0') number->more = 1;
      number->cut++;
      if (!point) number->exponent += per_digit;
    }
  }
  return at;
}

static const char* tandem_read_exponent(const char* at, struct tandem_real* number) {
  const char* digit = at + 1;
  long long exponent = 0;
  if (tandem_lower(*at) != (number->hexadecimal ? 'p' : 'e')) return at;
  int negative = *digit == '-';
  if (*digit == '+' || *digit == '-') digit++;
  if (!tandem_is_decimal(*digit)) return at;
  for (; tandem_is_decimal(*digit); digit++)
    if (exponent < 100000000000000000LL) exponent = exponent * 10 + (*digit - '0');
  number->exponent += negative ? -exponent : exponent;
  return digit;
}

static struct tandem_real tandem_read_real(const char* text, char** end) {
  struct tandem_real number = {TANDEM_NOTHING, 0, 0, 0, 0, 0, 0, 0, 0};
  const char* at = text;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '+' || *at == '-') {
    number.negative = *at == '-';
    at++;
  }
  if (tandem_is_decimal(at[0]) || (at[0] == '.' && tandem_is_decimal(at[1]))) {
    number.kind = TANDEM_FINITE;
    number.hexadecimal =
        at[0] == '0' && tandem_lower(at[1]) == 'x' && tandem_hexadecimal(at[2] == '.' ? at[3] : at[2]) < 16;
    if (number.hexadecimal) at += 2;
    at = tandem_read_digits(at, &number);
    at = tandem_read_exponent(at, &number);
  } else if (tandem_begins(at, "inf")) {
    number.kind = TANDEM_INFINITE;
    at += tandem_begins(at, "infinity") ? 8 : 3;
  } else if (tandem_begins(at, "nan")) {
    number.kind = TANDEM_NAN;
    at = tandem_skip_nan(at + 3);
  }
  if (end) *end = (char*)(number.kind == TANDEM_NOTHING ? text : at);
  return number;
}

// value * 2^exponent; rounded at most once, for only the last of the large steps can leave the normal numbers without
// ending at zero.
static long double tandem_scale_binary(long double value, long long exponent) {
  if (exponent > 20000) exponent = 20000;
  if (exponent < -20000) exponent = -20000;
  for (; exponent % 64 > 0; exponent--) value *= 2;
  for (; exponent % 64 < 0; exponent++) value /= 2;
  for (; exponent > 0; exponent -= 64) value *= 0x1p64L;
  for (; exponent < 0; exponent += 64) value *= 0x1p-64L;
  return value;
}

// Multiples of a power of two by an integer below 2^64: then low and high are that number.
static int tandem_enclose_binary(struct tandem_real* number) {
  unsigned long long digits = number->digits;
  long long exponent = number->exponent;
  long long twos = 0;
  if (number->more) return 0;
  for (; exponent > 0 && digits <= ~0ULL / 5; exponent--) {
    digits *= 5;
    twos++;
  }
  for (; exponent < 0 && digits % 5 == 0; exponent++) {
    digits /= 5;
    twos--;
  }
  if (exponent != 0) return 0;
  number->low = number->high = tandem_scale_binary((long double)digits, twos);
  return 1;
}

// Every step multiplies or divides by a power of ten that is exact and adds a relative error of at most 2^-64, or one
// of the smallest long double.
static void tandem_enclose_decimal(struct tandem_real* number, int wide) {
  long long exponent = number->exponent;
  int steps = 0;
  if (exponent > 6000) exponent = 6000;
  if (exponent < -6000) exponent = -6000;
  number->low = (long double)number->digits;
  number->high = (long double)number->digits + (number->more ? 1 : 0);
  while (exponent != 0) {
    long double factor = 1;
    int positive = exponent > 0;
    for (int power = 0; power < 27 && exponent != 0; power++) {
      factor *= 10;
      exponent += positive ? -1 : 1;
    }
    number->low = positive ? number->low * factor : number->low / factor;
    number->high = positive ? number->high * factor : number->high / factor;
    steps++;
  }
  if (wide && steps == 1 && !number->more) return;
  number->low *= 1 - steps * 0x1p-63L;
  number->high *= 1 + steps * 0x1p-63L;
  if (number->low < 0x1p-16380L) {
    number->low = number->low > __LDBL_DENORM_MIN__ ? number->low - __LDBL_DENORM_MIN__ : 0;
    number->high += __LDBL_DENORM_MIN__;
  }
  if (number->low > __LDBL_MAX__ && number->exponent < 4933) number->low = __LDBL_MAX__;
}

// `wide`: for a long double as result.
static void tandem_enclose(struct tandem_real* number, int wide) {
  if (number->digits == 0) return;
  if (number->hexadecimal) {
    // For the narrower types a last bit that stands for all that was cut off decides the rounding.
    unsigned long long digits = number->digits | (number->more && !wide ? 1 : 0);
    number->low = number->high = tandem_scale_binary((long double)digits, number->exponent);
    if (number->more && wide) number->high = tandem_scale_binary((long double)digits + 1, number->exponent);
  } else if (!tandem_enclose_binary(number)) {
    tandem_enclose_decimal(number, wide);
  }
}

// Too large, or tiny (below `border` even after rounding to the type's precision) and not exact: a tiny decimal number
// is exact only with digits that 5^126 divides, so at least 88.
static void tandem_set_range_error(const struct tandem_real* number, long double result, long double border) {
  int error = 0;
  if (number->digits == 0) return;
  if (result > __LDBL_MAX__)
    error = 1;
  else if (number->low >= border || (number->hexadecimal && !number->more && result > 0 && number->low == result))
    error = 0;
  else if (number->high < border && (number->hexadecimal || number->cut < 60))
    error = 1;
  else
    error = tandem_unspecified_int() != 0;
  if (error) *__errno_location() = TANDEM_ERANGE;
}

float strtof(const char* text, char** end) {
  struct tandem_real number = tandem_read_real(text, end);
  float result = 0;
  if (number.kind == TANDEM_NOTHING) return 0;
  if (number.kind == TANDEM_NAN) result = __builtin_nanf("");
  if (number.kind == TANDEM_INFINITE) result = __builtin_inff();
  if (number.kind == TANDEM_FINITE) {
    tandem_enclose(&number, 0);
    float high = (float)number.high;
    result = (float)number.low;
    if (result != high) {
      float low = result;
      result = tandem_unspecified_float();
      tandem_assume(low <= result && result <= high);
    }
    tandem_set_range_error(&number, result, __FLT_MIN__ * (1 - 0x1p-25L));
  }
  return number.negative ? -result : result;
}

double strtod(const char* text, char** end) {
  struct tandem_real number = tandem_read_real(text, end);
  double result = 0;
  if (number.kind == TANDEM_NOTHING) return 0;
  if (number.kind == TANDEM_NAN) result = __builtin_nan("");
  if (number.kind == TANDEM_INFINITE) result = __builtin_inf();
  if (number.kind == TANDEM_FINITE) {
    tandem_enclose(&number, 0);
    double high = (double)number.high;
    result = (double)number.low;
    if (result != high) {
      double low = result;
      result = tandem_unspecified_double();
      tandem_assume(low <= result && result <= high);
    }
    tandem_set_range_error(&number, result, __DBL_MIN__ * (1 - 0x1p-54L));
  }
  return number.negative ? -result : result;
}

// errno is left open for results at or below the smallest normal number.
long double strtold(const char* text, char** end) {
  struct tandem_real number = tandem_read_real(text, end);
  long double result = 0;
  if (number.kind == TANDEM_NOTHING) return 0;
  if (number.kind == TANDEM_NAN) result = __builtin_nanl("");
  if (number.kind == TANDEM_INFINITE) result = __builtin_infl();
  if (number.kind == TANDEM_FINITE) {
    tandem_enclose(&number, 1);
    result = number.low;
    if (number.low != number.high) {
      result = tandem_unspecified_ldouble();
      tandem_assume(number.low <= result && result <= number.high);
    }
    if (result > __LDBL_MAX__ || (number.digits != 0 && number.low <= __LDBL_MIN__ && tandem_unspecified_int() != 0))
      *__errno_location() = TANDEM_ERANGE;
  }
  return number.negative ? -result : result;
}

double atof(const char* text) { return strtod(text, NULL); }

// What older headers call; `group` (digits in groups, after the locale) is 0 there.
float __strtof_internal(const char* text, char** end, int group) {
  (void)group;
  return strtof(text, end);
}

double __strtod_internal(const char* text, char** end, int group) {
  (void)group;
  return strtod(text, end);
}

long double __strtold_internal(const char* text, char** end, int group) {
  (void)group;
  return strtold(text, end);
}
