// The text of a floating-point number for vsnprintf (C17 7.21.6.1, a A e E f F g G), exact for every float and double,
// and for a long double of that range. Other long doubles have open digits.
//
// The number, mantissa * 2^exponent, is first written as limbs of nine decimal digits by multiplications or exact
// divisions by small powers of two; then all its digits are known and are rounded once.
#include "model.h"

enum {
  TANDEM_WHOLE_LIMBS = 36, // 2^1024 has 309 digits; one more limb for the carry of rounding
  TANDEM_LIMBS = 156,      // 2^-1074 has 1074 digits behind the point
  TANDEM_POINT = 9 * TANDEM_WHOLE_LIMBS
};

struct tandem_decimal {
  unsigned char digits[9 * TANDEM_LIMBS];
  int begin, end; // of the digits that are set; all others are 0
};

struct tandem_text {
  char* text;
  size_t size, length;
};

int fegetround(void);

static void tandem_add(struct tandem_text* to, char c) {
  if (to->length < to->size) to->text[to->length] = c;
  to->length++;
}

static int tandem_digit_at(const struct tandem_decimal* number, int i) {
  return i >= number->begin && i < number->end ? number->digits[i] : 0;
}

// Whether a magnitude is rounded up whose cut part is not 0 and compares (-1, 0, 1) to one half of the last place.
static int tandem_is_rounded_up(int compared, int odd, int negative) {
  switch (fegetround()) {
  case 0x400: return negative;  // FE_DOWNWARD
  case 0x800: return !negative; // FE_UPWARD
  case 0xc00: return 0;         // FE_TOWARDZERO
  default: return compared > 0 || (compared == 0 && odd);
  }
}

static void tandem_expand(struct tandem_decimal* number, unsigned long long mantissa, int exponent) {
  unsigned limbs[TANDEM_LIMBS];
  int first = TANDEM_WHOLE_LIMBS, last = TANDEM_WHOLE_LIMBS;
  for (; mantissa != 0; mantissa /= 1000000000u) limbs[--first] = (unsigned)(mantissa % 1000000000u);
  while (exponent > 0) {
    int step = exponent < 29 ? exponent : 29;
    unsigned long long carry = 0;
    for (int i = last - 1; i >= first; i--) {
      carry += (unsigned long long)limbs[i] << step;
      limbs[i] = (unsigned)(carry % 1000000000u);
      carry /= 1000000000u;
    }
    if (carry != 0) limbs[--first] = (unsigned)carry;
    exponent -= step;
  }
  while (exponent < 0) {
    // 10^9 is divisible by 2^9.
    int step = exponent > -9 ? -exponent : 9;
    unsigned carry = 0;
    for (int i = first; i < last; i++) {
      unsigned rest = limbs[i] & ((1u << step) - 1);
      limbs[i] = (limbs[i] >> step) + carry;
      carry = rest * (1000000000u >> step);
    }
    if (carry != 0) limbs[last++] = carry;
    if (first < last && limbs[first] == 0) first++;
    exponent += step;
  }
  for (int i = first; i < last; i++) {
    unsigned limb = limbs[i];
    for (int j = 8; j >= 0; j--) {
      number->digits[9 * i + j] = (unsigned char)(limb % 10);
      limb /= 10;
    }
  }
  number->begin = 9 * first;
  number->end = 9 * last;
  while (number->begin < number->end && number->digits[number->begin] == 0) number->begin++;
  while (number->end > number->begin && number->digits[number->end - 1] == 0) number->end--;
  if (number->begin == number->end) number->begin = number->end = TANDEM_POINT - 1; // 0 has one digit
}

// Keeps the digits before `place`.
static void tandem_round(struct tandem_decimal* number, int place, int negative) {
  int compared;
  if (place >= number->end) return;
  if (place < number->begin)
    compared = -1;
  else if (number->digits[place] != 5)
    compared = number->digits[place] > 5 ? 1 : -1;
  else
    compared = number->end > place + 1 ? 1 : 0;
  if (!tandem_is_rounded_up(compared, tandem_digit_at(number, place - 1) % 2, negative)) {
    number->end = place;
    if (number->begin > place) number->begin = place;
    return;
  }
  while (number->begin >= place) number->digits[--number->begin] = 0;
  number->end = place;
  for (place--; place >= number->begin && number->digits[place] == 9; place--) number->digits[place] = 0;
  if (place < number->begin) number->digits[number->begin = place] = 0;
  number->digits[place]++;
}

static void tandem_add_exponent(struct tandem_text* to, char letter, int exponent, int least) {
  char digits[8];
  int count = 0;
  tandem_add(to, letter);
  tandem_add(to, exponent < 0 ? '-' : '+');
  if (exponent < 0) exponent = -exponent;
  for (; exponent != 0 || count < least; exponent /= 10) digits[count++] = (char)('0' + exponent % 10);
  while (count > 0) tandem_add(to, digits[--count]);
}

// `first` is the first digit, of which `whole` stand before the point and `precision` behind it.
static void tandem_add_digits(struct tandem_text* to, const struct tandem_decimal* number, int first, int whole,
                              int precision, int alternate) {
  int i, size = (int)sizeof number->digits;
  for (i = 0; i < whole; i++) tandem_add(to, (char)('0' + tandem_digit_at(number, first + i)));
  if (precision > 0 || alternate) tandem_add(to, '.');
  for (i = 0; i < precision && first + whole + i < size; i++)
    tandem_add(to, (char)('0' + tandem_digit_at(number, first + whole + i)));
  for (; i < precision && to->length < to->size; i++) tandem_add(to, '0');
  to->length += (size_t)(precision - i);
}

static void tandem_add_decimal(struct tandem_text* to, struct tandem_decimal* number, char kind, int precision,
                               int alternate, int negative) {
  int upper = kind < 'a', style = upper ? kind - 'A' + 'a' : kind, exponent;
  if (style == 'f') {
    int first;
    if (precision < TANDEM_LIMBS * 9) tandem_round(number, TANDEM_POINT + precision, negative);
    first = number->begin < TANDEM_POINT - 1 ? number->begin : TANDEM_POINT - 1;
    tandem_add_digits(to, number, first, TANDEM_POINT - first, precision, alternate);
    return;
  }
  if (style == 'g' && precision == 0) precision = 1;
  if (style == 'g') precision--;
  if (precision < TANDEM_LIMBS * 9) tandem_round(number, number->begin + precision + 1, negative);
  exponent = TANDEM_POINT - 1 - number->begin;
  if (style == 'g') {
    int behind = precision, f_style = exponent <= precision && exponent >= -4;
    if (f_style) behind = precision - exponent;
    if (!alternate) {
      // Zeros at the end are not shown.
      int first = f_style ? TANDEM_POINT : number->begin + 1, last = number->end;
      while (last > first && tandem_digit_at(number, last - 1) == 0) last--;
      if (last < first) last = first;
      if (behind > last - first) behind = last - first;
    }
    if (f_style) {
      int first = number->begin < TANDEM_POINT - 1 ? number->begin : TANDEM_POINT - 1;
      tandem_add_digits(to, number, first, TANDEM_POINT - first, behind, alternate);
      return;
    }
    precision = behind;
  }
  tandem_add_digits(to, number, number->begin, 1, precision, alternate);
  tandem_add_exponent(to, upper ? 'E' : 'e', exponent, 2);
}

// The first digit of a double is 1 (0 for 0 and subnormal numbers), that of a long double has the first four bits.
static void tandem_add_hexadecimal(struct tandem_text* to, unsigned long long mantissa, int exponent, int is_long,
                                   char kind, int precision, int alternate, int negative) {
  int upper = kind == 'A', bits = is_long ? 60 : 52, digits = bits / 4, least = is_long ? -16385 : -1022;
  unsigned long long one = 1ull << bits, fraction;
  unsigned whole;
  if (mantissa == 0) {
    exponent = 0;
  } else {
    // From mantissa * 2^exponent to mantissa / 2^bits * 2^exponent.
    exponent += bits;
    for (; mantissa < (is_long ? one << 3 : one) && exponent > least; exponent--) mantissa <<= 1;
    for (; mantissa >= one << 1 && !is_long; exponent++) mantissa >>= 1;
    for (; exponent < least; exponent++) mantissa >>= 1;
  }
  whole = (unsigned)(mantissa >> bits);
  fraction = mantissa & (one - 1);
  if (precision >= 0 && precision < digits) {
    int cut = 4 * (digits - precision);
    unsigned long long unit = 1ull << cut, rest = fraction & (unit - 1);
    int compared = rest > unit / 2 ? 1 : rest == unit / 2 ? 0 : -1;
    int odd = (int)((precision == 0 ? whole : fraction >> cut) & 1);
    fraction -= rest;
    if (rest != 0 && tandem_is_rounded_up(compared, odd, negative)) fraction += unit;
    if (fraction >= one) {
      fraction -= one;
      whole++;
    }
    if (whole > 15) {
      whole = 1;
      exponent += 4;
    }
  }
  tandem_add(to, (char)(whole < 10 ? '0' + whole : (upper ? 'A' : 'a') + whole - 10));
  if (precision < 0)
    for (precision = digits; precision > 0 && (fraction >> (4 * (digits - precision)) & 15) == 0;) precision--;
  if (precision > 0 || alternate) tandem_add(to, '.');
  for (int i = 0; i < precision; i++) {
    unsigned digit = i < digits ? (unsigned)(fraction >> (bits - 4 - 4 * i)) & 15 : 0;
    tandem_add(to, (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10));
  }
  tandem_add_exponent(to, upper ? 'P' : 'p', exponent, 1);
}

static void tandem_add_open(struct tandem_text* to) {
  int length = tandem_unspecified_int();
  tandem_assume(length > 0 && length < 100000);
  for (int i = 0; i < length; i++) tandem_add(to, (char)tandem_unspecified_int());
}

static void tandem_add_word(struct tandem_text* to, const char* word, int upper) {
  for (int i = 0; i < 3; i++) tandem_add(to, (char)(upper ? word[i] - 'a' + 'A' : word[i]));
}

// Writes at most size characters and gives the length of the whole text; *sign_length: how much of it precedes the
// place of zeros that fill a width.
size_t tandem_format_float(char* out, size_t size, long double value, char kind, int precision, int alternate,
                           char plus, int is_long, size_t* sign_length) {
  union {
    long double value;
    struct {
      unsigned long long mantissa;
      unsigned short exponent;
    } bits;
  } number = {value};
  struct tandem_text to = {out, size, 0};
  unsigned long long mantissa = number.bits.mantissa;
  int exponent = number.bits.exponent & 0x7fff;
  char sign = number.bits.exponent >> 15 ? '-' : plus; // plus: '+', ' ' or 0
  if (sign) tandem_add(&to, sign);
  if (exponent == 0x7fff) {
    *sign_length = to.length;
    tandem_add_word(&to, mantissa << 1 == 0 ? "inf" : "nan", kind < 'a');
    return to.length;
  }
  exponent = (exponent == 0 ? 1 : exponent) - 16383 - 63;
  if (kind == 'a' || kind == 'A') {
    tandem_add(&to, '0');
    tandem_add(&to, kind == 'a' ? 'x' : 'X');
    *sign_length = to.length;
    tandem_add_hexadecimal(&to, mantissa, exponent, is_long, kind, precision, alternate, sign == '-');
    return to.length;
  }
  *sign_length = to.length;
  if (precision < 0) precision = 6;
  for (; mantissa != 0 && mantissa % 2 == 0 && exponent < 0; exponent++) mantissa /= 2;
  if (mantissa == 0) exponent = 0;
  if (exponent > 1024 - 64 || exponent < -1074) {
    tandem_add_open(&to);
  } else {
    struct tandem_decimal decimal;
    tandem_expand(&decimal, mantissa, exponent);
    tandem_add_decimal(&to, &decimal, kind, precision, alternate, sign == '-');
  }
  return to.length;
}
