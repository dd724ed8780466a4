// Formatted input from strings (C17 7.21.6.7, 14) as glibc reads it in the "C" locale, exactly. Arguments by position
// (%1$d) and allocating conversions (%ms) are left open.
#include "model.h"

enum { TANDEM_EOF = -1, TANDEM_FLOAT_LENGTH = 800 };
enum tandem_outcome { TANDEM_CONVERTED, TANDEM_NO_MATCH, TANDEM_NO_INPUT };

struct tandem_source {
  const char* text;
  int count; // of the characters read
};

float strtof(const char* text, char** end);
double strtod(const char* text, char** end);
long double strtold(const char* text, char** end);

static int tandem_get(struct tandem_source* from) {
  int c = *from->text ? (unsigned char)*from->text++ : TANDEM_EOF;
  if (c != TANDEM_EOF) from->count++;
  return c;
}

static void tandem_unget(struct tandem_source* from, int c) {
  if (c == TANDEM_EOF) return;
  from->count--;
  from->text--;
}

// The next character if there is one within the width, otherwise EOF.
static int tandem_next(struct tandem_source* from, int* width) {
  int c = *width > 0 ? tandem_get(from) : TANDEM_EOF;
  if (c != TANDEM_EOF) --*width;
  return c;
}

static void tandem_give_back(struct tandem_source* from, int c, int* width) {
  if (c != TANDEM_EOF) ++*width;
  tandem_unget(from, c);
}

static int tandem_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int tandem_lower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static void tandem_skip_spaces(struct tandem_source* from) {
  int c = tandem_get(from);
  while (tandem_is_space(c)) c = tandem_get(from);
  tandem_unget(from, c);
}

static int tandem_digit_value(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = tandem_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

static void tandem_store_integer(void* to, char size, unsigned long long value) {
  switch (size) {
  case 'H': *(unsigned char*)to = (unsigned char)value; break;
  case 'h': *(unsigned short*)to = (unsigned short)value; break;
  case 'l': *(unsigned long*)to = (unsigned long)value; break;
  case 'q':
  case 'L': *(unsigned long long*)to = value; break;
  case 'j': *(uintmax_t*)to = value; break;
  case 'z':
  case 't': *(size_t*)to = (size_t)value; break;
  default: *(unsigned*)to = (unsigned)value;
  }
}

// The value of a number too large is that of strtol, strtoul, strtoll or strtoull; then it is cut to the type.
static unsigned long long tandem_saturated(unsigned long long value, int overflow, int negative, int is_signed,
                                           int is_wide) {
  unsigned long long largest = is_wide ? ~0ull : (unsigned long)-1;
  if (is_signed) {
    largest /= 2;
    if (overflow || value > largest + (unsigned)negative) return negative ? ~largest : largest;
  } else if (overflow || value > largest) {
    return largest;
  }
  return negative ? 0 - value : value;
}

static enum tandem_outcome tandem_scan_integer(struct tandem_source* from, int width, char kind, char size, void* to) {
  unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : kind == 'i' ? 0 : 10;
  unsigned long long value = 0;
  int negative = 0, overflow = 0, digits = 0;
  int is_wide = size == 'q' || size == 'L' || (size == 'j' && sizeof(intmax_t) > sizeof(long));
  int c = tandem_next(from, &width);
  if (c == TANDEM_EOF) return TANDEM_NO_INPUT;
  if (c == '+' || c == '-') {
    negative = c == '-';
    c = tandem_next(from, &width);
  }
  if (c == '0' && (base == 0 || base == 16)) {
    digits = 1;
    c = tandem_next(from, &width);
    if (tandem_lower(c) == 'x') {
      base = 16;
      c = tandem_next(from, &width);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  while (c != TANDEM_EOF && (unsigned)tandem_digit_value(c) < base) {
    unsigned digit = (unsigned)tandem_digit_value(c);
    if (value > (~0ull - digit) / base) overflow = 1;
    value = value * base + digit;
    digits = 1;
    c = tandem_next(from, &width);
  }
  tandem_unget(from, c);
  if (!digits) return TANDEM_NO_MATCH;
  value = tandem_saturated(value, overflow, negative, kind == 'd' || kind == 'i', is_wide);
  if (to && kind == 'p')
    *(void**)to = (void*)(uintptr_t)value;
  else if (to)
    tandem_store_integer(to, size, value);
  return TANDEM_CONVERTED;
}

// glibc reads (nil) for a null pointer, as %p prints it.
static enum tandem_outcome tandem_scan_pointer(struct tandem_source* from, int width, void* to) {
  const char* nil = "(nil)";
  int c = tandem_next(from, &width);
  if (c != '(' || width < 4) {
    tandem_give_back(from, c, &width);
    return tandem_scan_integer(from, width, 'p', 0, to);
  }
  for (int i = 1; i < 5; i++) {
    c = tandem_next(from, &width);
    if (tandem_lower(c) == nil[i]) continue;
    tandem_unget(from, c);
    return TANDEM_NO_MATCH;
  }
  if (to) *(void**)to = NULL;
  return TANDEM_CONVERTED;
}

struct tandem_float_text {
  char text[TANDEM_FLOAT_LENGTH];
  int length;
};

static void tandem_append(struct tandem_float_text* number, int c) {
  if (number->length < TANDEM_FLOAT_LENGTH) number->text[number->length] = (char)c;
  number->length++;
}

static int tandem_scan_word(struct tandem_source* from, int* width, struct tandem_float_text* number,
                            const char* word) {
  for (; *word; word++) {
    int c = tandem_next(from, width);
    if (tandem_lower(c) != *word) return 0; // glibc does not give the character back
    tandem_append(number, c);
  }
  return 1;
}

// Digits, point and exponent as far as they go; strtod then takes what is a number.
static int tandem_scan_digits(struct tandem_source* from, int* width, struct tandem_float_text* number) {
  int hexadecimal = 0, point = 0, exponent = 0, digits = 0, last = 0;
  int c = tandem_next(from, width);
  if (c == '0') {
    tandem_append(number, c);
    digits = 1;
    c = tandem_next(from, width);
    if (tandem_lower(c) == 'x' && *width > 0) {
      tandem_append(number, c);
      hexadecimal = 1;
      digits = 0;
      c = tandem_next(from, width);
    }
  }
  for (; c != TANDEM_EOF; c = tandem_next(from, width)) {
    int is_digit = (c >= '0' && c <= '9') || (hexadecimal && !exponent && tandem_digit_value(c) < 16);
    int is_exponent = !exponent && digits && tandem_lower(c) == (hexadecimal ? 'p' : 'e');
    if (is_digit)
      digits = 1;
    else if (is_exponent)
      exponent = 1;
    else if (c == '.' && !point && !exponent)
      point = 1;
    else if (!((c == '+' || c == '-') && tandem_lower(last) == (hexadecimal ? 'p' : 'e') && exponent))
      break;
    tandem_append(number, c);
    last = c;
  }
  tandem_unget(from, c);
  // glibc takes 0x. for a number, but not 0x.
  return digits || (hexadecimal && point);
}

static enum tandem_outcome tandem_scan_float(struct tandem_source* from, int width, char size, void* to) {
  struct tandem_float_text number;
  int c = tandem_next(from, &width), matches;
  number.length = 0;
  if (c == TANDEM_EOF) return TANDEM_NO_INPUT;
  if (c == '+' || c == '-') {
    tandem_append(&number, c);
    c = tandem_next(from, &width);
    if (c == TANDEM_EOF) return TANDEM_NO_MATCH;
  }
  tandem_give_back(from, c, &width);
  if (tandem_lower(c) == 'n') {
    matches = tandem_scan_word(from, &width, &number, "nan");
  } else if (tandem_lower(c) == 'i') {
    matches = tandem_scan_word(from, &width, &number, "inf");
    c = matches ? tandem_next(from, &width) : TANDEM_EOF;
    tandem_give_back(from, c, &width);
    if (tandem_lower(c) == 'i') matches = tandem_scan_word(from, &width, &number, "inity");
  } else {
    matches = tandem_scan_digits(from, &width, &number);
  }
  if (!matches) return TANDEM_NO_MATCH;
  if (!to) return TANDEM_CONVERTED;
  number.text[number.length < TANDEM_FLOAT_LENGTH ? number.length : TANDEM_FLOAT_LENGTH - 1] = 0;
  // Of a number with more digits than there is room for, only the existence is known.
  int is_open = number.length >= TANDEM_FLOAT_LENGTH;
  if (size == 'L' || size == 'q')
    *(long double*)to = is_open ? tandem_unspecified_ldouble() : strtold(number.text, NULL);
  else if (size == 'l')
    *(double*)to = is_open ? tandem_unspecified_double() : strtod(number.text, NULL);
  else
    *(float*)to = is_open ? tandem_unspecified_float() : strtof(number.text, NULL);
  return TANDEM_CONVERTED;
}

// Whether c is of the set between `set` and `end`, without the leading ^.
static int tandem_in_set(const char* set, const char* end, int c) {
  for (; set < end; set++) {
    if (end - set > 2 && set[1] == '-' && (unsigned char)set[0] <= (unsigned char)set[2]) {
      if (c >= (unsigned char)set[0] && c <= (unsigned char)set[2]) return 1;
      set += 2;
    } else if (c == (unsigned char)*set) {
      return 1;
    }
  }
  return 0;
}

// %c, %s and %[...]; set is NULL for the first two, and a NUL ends what the last two read.
static enum tandem_outcome tandem_scan_text(struct tandem_source* from, int width, char kind, int is_wide,
                                            const char* set, const char* end, void* to) {
  int inverted = set && *set == '^', count = 0, c;
  if (inverted) set++;
  for (; width > 0; width--) {
    c = tandem_get(from);
    if (c == TANDEM_EOF && count == 0) return TANDEM_NO_INPUT;
    if (c == TANDEM_EOF) break;
    if ((kind == 's' && tandem_is_space(c)) || (set && tandem_in_set(set, end, c) == inverted)) {
      tandem_unget(from, c);
      break;
    }
    if (to && is_wide) ((wchar_t*)to)[count] = c;
    if (to && !is_wide) ((char*)to)[count] = (char)c;
    count++;
  }
  if (count == 0) return TANDEM_NO_MATCH;
  if (kind != 'c' && to && is_wide) ((wchar_t*)to)[count] = 0;
  if (kind != 'c' && to && !is_wide) ((char*)to)[count] = 0;
  return TANDEM_CONVERTED;
}

static char tandem_size(const char** format) {
  char first = **format;
  if (first != 'h' && first != 'l' && first != 'q' && first != 'L' && first != 'j' && first != 'z' && first != 't')
    return 0;
  ++*format;
  if ((first != 'h' && first != 'l') || **format != first) return first;
  ++*format;
  return first == 'h' ? 'H' : 'q';
}

static int tandem_left_open(void) {
  int count = tandem_unspecified_int();
  tandem_assume(count >= TANDEM_EOF);
  return count;
}

static enum tandem_outcome tandem_match(struct tandem_source* from, char expected) {
  int c = tandem_get(from);
  if (c == TANDEM_EOF) return TANDEM_NO_INPUT;
  if (c == (unsigned char)expected) return TANDEM_CONVERTED;
  tandem_unget(from, c);
  return TANDEM_NO_MATCH;
}

// One conversion but %n; `to` is NULL if nothing is stored, *format stands on the letter or the [.
static enum tandem_outcome tandem_convert(struct tandem_source* from, const char** format, int width, char size,
                                          void* to) {
  const char* set = *format + 1;
  char kind = **format;
  if (kind != 'c' && kind != 'C' && kind != '[') tandem_skip_spaces(from);
  if (width == 0) width = kind == 'c' || kind == 'C' ? 1 : 2147483647;
  switch (kind) {
  case '%': return tandem_match(from, '%');
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X': return tandem_scan_integer(from, width, kind, size, to);
  case 'p': return tandem_scan_pointer(from, width, to);
  case 'c':
  case 'C': return tandem_scan_text(from, width, 'c', size == 'l' || kind == 'C', NULL, NULL, to);
  case 's':
  case 'S': return tandem_scan_text(from, width, 's', size == 'l' || kind == 'S', NULL, NULL, to);
  case '[':
    ++*format;
    if (**format == '^') ++*format;
    if (**format == ']') ++*format; // a ] at the beginning belongs to the set
    while (**format && **format != ']') ++*format;
    if (!**format) return TANDEM_NO_MATCH;
    return tandem_scan_text(from, width, '[', size == 'l', set, *format, to);
  default: return tandem_scan_float(from, width, size, to);
  }
}

static int tandem_is_conversion(char kind) {
  for (const char* known = "%diouxXpcCsS[aAeEfFgGn"; *known; known++)
    if (kind == *known) return 1;
  return 0;
}

static int tandem_scan(struct tandem_source* from, const char* format, va_list list) {
  int done = 0;
  for (; *format; format++) {
    enum tandem_outcome outcome = TANDEM_CONVERTED;
    if (tandem_is_space((unsigned char)*format)) {
      tandem_skip_spaces(from);
    } else if (*format != '%') {
      outcome = tandem_match(from, *format);
    } else {
      int suppressed = 0, width = 0;
      void* to = NULL;
      char size;
      format++;
      for (; *format == '*' || *format == '\'' || *format == 'I'; format++)
        if (*format == '*') suppressed = 1;
      for (; *format >= '0' && *format <= '9'; format++)
        if (width < 100000000) width = width * 10 + (*format - '0');
      if (*format == '$' || *format == 'm') return tandem_left_open();
      size = tandem_size(&format);
      if (!tandem_is_conversion(*format)) return done; // undefined; glibc gives up
      if (!suppressed && *format != '%') to = va_arg(list, void*);
      if (*format == 'n') {
        if (to) tandem_store_integer(to, size, (unsigned long long)from->count);
        continue;
      }
      outcome = tandem_convert(from, &format, width, size, to);
      if (outcome == TANDEM_CONVERTED && to) done++;
    }
    if (outcome == TANDEM_NO_INPUT) return done > 0 ? done : TANDEM_EOF;
    if (outcome == TANDEM_NO_MATCH) return done;
  }
  return done;
}

int vsscanf(const char* text, const char* format, va_list list) {
  struct tandem_source from = {text, 0};
  return tandem_scan(&from, format, list);
}
