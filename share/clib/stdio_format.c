// Formatted output into memory (C17 7.21.6.1, 7.21.6.12): vsnprintf, on which all of the printf family stands. The text
// is exact, as glibc writes it in the "C" locale, but for arguments taken by position (%1$d), which are left open.
#include "model.h"

enum { TANDEM_EILSEQ = 84, TANDEM_EOVERFLOW = 75, TANDEM_INT_MAX = 2147483647 };

struct tandem_output {
  char* text;
  size_t size;
  size_t length; // of the whole text, also of what has no place
};

struct tandem_conversion {
  int left, plus, space, alternate, zero;
  int width;
  int precision; // -1: none
  char size;     // 'H' for hh, 'q' for ll, otherwise the letter of the length modifier, or 0
  char kind;
};

// Of stdio_float.c: formats a number without padding into out, which has room for size characters; gives the length of
// the whole text and, in *sign_length, how much of it precedes the place of zeros that fill the width.
size_t tandem_format_float(char* out, size_t size, long double value, char kind, int precision, int alternate,
                           char plus, int is_long, size_t* sign_length);
char* strerror(int error);

static void tandem_put(struct tandem_output* out, char c) {
  if (out->length + 1 < out->size) out->text[out->length] = c;
  out->length++;
}

static void tandem_put_padding(struct tandem_output* out, char c, size_t count) {
  for (; count > 0 && out->length + 1 < out->size; count--) tandem_put(out, c);
  out->length += count;
}

static void tandem_put_text(struct tandem_output* out, const struct tandem_conversion* how, const char* text,
                            size_t length) {
  size_t padding = (size_t)how->width > length ? (size_t)how->width - length : 0;
  if (!how->left) tandem_put_padding(out, ' ', padding);
  for (size_t i = 0; i < length; i++) tandem_put(out, text[i]);
  if (how->left) tandem_put_padding(out, ' ', padding);
}

static void tandem_put_string(struct tandem_output* out, const struct tandem_conversion* how, const char* text) {
  size_t length = 0;
  // glibc: a null pointer is shown, if there is room for it.
  if (!text) text = how->precision < 0 || how->precision >= 6 ? "(null)" : "";
  while ((how->precision < 0 || length < (size_t)how->precision) && text[length]) length++;
  tandem_put_text(out, how, text, length);
}

// In the "C" locale a wide character is one byte, or an error.
static int tandem_put_wide(struct tandem_output* out, const struct tandem_conversion* how, const wchar_t* text,
                           size_t length) {
  size_t padding = (size_t)how->width > length ? (size_t)how->width - length : 0;
  for (size_t i = 0; i < length; i++)
    if ((unsigned)text[i] > 127) return 0;
  if (!how->left) tandem_put_padding(out, ' ', padding);
  for (size_t i = 0; i < length; i++) tandem_put(out, (char)text[i]);
  if (how->left) tandem_put_padding(out, ' ', padding);
  return 1;
}

static int tandem_put_wide_string(struct tandem_output* out, const struct tandem_conversion* how, const wchar_t* text) {
  size_t length = 0;
  if (!text) return tandem_put_string(out, how, NULL), 1;
  while ((how->precision < 0 || length < (size_t)how->precision) && text[length]) length++;
  return tandem_put_wide(out, how, text, length);
}

static char tandem_digit(unsigned digit, int upper) {
  if (digit < 10) return (char)('0' + digit);
  return (char)((upper ? 'A' : 'a') + (digit - 10));
}

// Writes the digits from the last to the first; an int needs no division of 64 bits.
static int tandem_digits(char* digits, unsigned long long value, unsigned base, int upper) {
  int count = 0;
  unsigned low;
  for (; value > 0xFFFFFFFFu; value /= base) digits[count++] = tandem_digit((unsigned)(value % base), upper);
  for (low = (unsigned)value; low != 0; low /= base) digits[count++] = tandem_digit(low % base, upper);
  return count;
}

static void tandem_put_integer(struct tandem_output* out, const struct tandem_conversion* how, unsigned long long value,
                               unsigned base, char sign) {
  char digits[24];
  int count = tandem_digits(digits, value, base, how->kind == 'X'), zeros = 0, padding;
  int marked = how->alternate && base == 16 && value != 0, prefix = (sign ? 1 : 0) + (marked ? 2 : 0);
  if (how->precision < 0 && count == 0) digits[count++] = '0';
  if (how->precision > count) zeros = how->precision - count;
  if (how->alternate && base == 8 && zeros == 0 && (count == 0 || value != 0)) zeros = 1;
  if (how->zero && !how->left && how->precision < 0 && how->width > prefix + count + zeros)
    zeros = how->width - prefix - count;
  padding = how->width - prefix - count; // minus zeros, in an order that cannot overflow
  padding = padding > zeros ? padding - zeros : 0;
  if (!how->left) tandem_put_padding(out, ' ', (size_t)padding);
  if (sign) tandem_put(out, sign);
  if (marked) {
    tandem_put(out, '0');
    tandem_put(out, how->kind == 'X' ? 'X' : 'x');
  }
  tandem_put_padding(out, '0', (size_t)zeros);
  while (count > 0) tandem_put(out, digits[--count]);
  if (how->left) tandem_put_padding(out, ' ', (size_t)padding);
}

static char tandem_sign(const struct tandem_conversion* how, int negative) {
  if (negative) return '-';
  return how->plus ? '+' : how->space ? ' ' : 0;
}

static void tandem_put_signed(struct tandem_output* out, const struct tandem_conversion* how, long long value) {
  unsigned long long magnitude = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
  tandem_put_integer(out, how, magnitude, 10, tandem_sign(how, value < 0));
}

static void tandem_put_pointer(struct tandem_output* out, struct tandem_conversion* how, const void* pointer) {
  if (!pointer) {
    tandem_put_text(out, how, "(nil)", 5);
    return;
  }
  how->alternate = 1;
  tandem_put_integer(out, how, (uintptr_t)pointer, 16, tandem_sign(how, 0));
}

static void tandem_put_float(struct tandem_output* out, const struct tandem_conversion* how, long double value) {
  int zeros = how->zero && value - value == 0; // not for infinity and NaN
  size_t room = out->length + 1 < out->size ? out->size - 1 - out->length : 0;
  char* text = room > 0 ? out->text + out->length : NULL;
  size_t kept, padding, length;
  length = tandem_format_float(text, room, value, how->kind, how->precision, how->alternate, tandem_sign(how, 0),
                               how->size == 'L', &kept);
  padding = (size_t)how->width > length ? (size_t)how->width - length : 0;
  out->length += length;
  if (how->left) {
    tandem_put_padding(out, ' ', padding);
    return;
  }
  if (padding == 0) return;
  if (!zeros) kept = 0;
  for (size_t i = length; i > kept; i--)
    if (i - 1 + padding < room) text[i - 1 + padding] = text[i - 1];
  for (size_t i = kept; i < kept + padding && i < room; i++) text[i] = zeros ? '0' : ' ';
  out->length += padding;
}

// A number of the format; -1 if it is larger than an int.
static int tandem_number(const char** format) {
  long long number = 0;
  for (; **format >= '0' && **format <= '9'; (*format)++)
    if (number <= TANDEM_INT_MAX) number = number * 10 + (**format - '0');
  return number >= TANDEM_INT_MAX ? -1 : (int)number;
}

static void tandem_flags(const char** format, struct tandem_conversion* how) {
  how->left = how->plus = how->space = how->alternate = how->zero = how->width = 0;
  how->precision = -1;
  for (;; (*format)++) {
    switch (**format) {
    case '-': how->left = 1; break;
    case '+': how->plus = 1; break;
    case ' ': how->space = 1; break;
    case '#': how->alternate = 1; break;
    case '0': how->zero = 1; break;
    case '\'':
    case 'I': break; // the "C" locale has no grouping and no other digits
    default: return;
    }
  }
}

static void tandem_length_modifier(const char** format, struct tandem_conversion* how) {
  char first = **format;
  how->size = 0;
  if (first != 'h' && first != 'l' && first != 'q' && first != 'L' && first != 'j' && first != 'z' && first != 'Z' &&
      first != 't')
    return;
  (*format)++;
  how->size = first == 'Z' ? 'z' : first;
  if ((first == 'h' || first == 'l') && **format == first) {
    (*format)++;
    how->size = first == 'h' ? 'H' : 'q';
  }
}

static int tandem_fail(int error) {
  *__errno_location() = error;
  return -1;
}

static void tandem_store_count(void* to, char size, size_t count) {
  switch (size) {
  case 'H': *(signed char*)to = (signed char)count; break;
  case 'h': *(short*)to = (short)count; break;
  case 'l': *(long*)to = (long)count; break;
  case 'q':
  case 'L': *(long long*)to = (long long)count; break;
  case 'j': *(intmax_t*)to = (intmax_t)count; break;
  case 'z':
  case 't': *(ptrdiff_t*)to = (ptrdiff_t)count; break;
  default: *(int*)to = (int)count;
  }
}

static int tandem_left_open(char* text, size_t size) {
  int length = tandem_unspecified_int();
  tandem_assume(length >= 0);
  if (size == 0) return length;
  for (size_t i = 0; i + 1 < size && i < (size_t)length; i++) text[i] = (char)tandem_unspecified_int();
  text[(size_t)length < size ? (size_t)length : size - 1] = 0;
  return length;
}

int vsnprintf(char* text, size_t size, const char* format, va_list list) {
  struct tandem_output out = {text, size, 0};
  struct tandem_conversion how;
  for (; *format; format++) {
    const char* start = format;
    long long number;
    unsigned long long natural;
    char c;
    wchar_t wide;
    int fits = 1;
    if (*format != '%') {
      tandem_put(&out, *format);
      continue;
    }
    format++;
    tandem_flags(&format, &how);
    if (*format == '*') {
      how.width = va_arg(list, int);
      format++;
      if (how.width < 0) {
        how.left = 1;
        how.width = how.width < -TANDEM_INT_MAX ? -1 : -how.width;
      }
    } else {
      how.width = tandem_number(&format);
    }
    if (*format == '$') return tandem_left_open(text, size);
    if (*format == '.') {
      format++;
      if (*format == '*') {
        how.precision = va_arg(list, int);
        format++;
        if (how.precision < 0) how.precision = -1;
      } else {
        if (*format == '-') return tandem_left_open(text, size);
        how.precision = tandem_number(&format);
        if (how.precision < 0) return tandem_fail(TANDEM_EOVERFLOW);
      }
    }
    if (how.width < 0) return tandem_fail(TANDEM_EOVERFLOW);
    tandem_length_modifier(&format, &how);
    how.kind = *format;
    switch (how.kind) {
    case 'd':
    case 'i':
      switch (how.size) {
      case 'H': number = (signed char)va_arg(list, int); break;
      case 'h': number = (short)va_arg(list, int); break;
      case 'l': number = va_arg(list, long); break;
      case 'q':
      case 'L': number = va_arg(list, long long); break;
      case 'j': number = va_arg(list, intmax_t); break;
      case 'z':
      case 't': number = va_arg(list, ptrdiff_t); break;
      default: number = va_arg(list, int);
      }
      tandem_put_signed(&out, &how, number);
      break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      switch (how.size) {
      case 'H': natural = (unsigned char)va_arg(list, unsigned); break;
      case 'h': natural = (unsigned short)va_arg(list, unsigned); break;
      case 'l': natural = va_arg(list, unsigned long); break;
      case 'q':
      case 'L': natural = va_arg(list, unsigned long long); break;
      case 'j': natural = va_arg(list, uintmax_t); break;
      case 'z':
      case 't': natural = va_arg(list, size_t); break;
      default: natural = va_arg(list, unsigned);
      }
      tandem_put_integer(&out, &how, natural, how.kind == 'o' ? 8 : how.kind == 'u' ? 10 : 16, 0);
      break;
    case 'c':
    case 'C':
      if (how.size == 'l' || how.kind == 'C') {
        wide = (wchar_t)va_arg(list, unsigned);
        fits = tandem_put_wide(&out, &how, &wide, 1);
      } else {
        c = (char)va_arg(list, int);
        tandem_put_text(&out, &how, &c, 1);
      }
      break;
    case 's':
    case 'S':
      if (how.size == 'l' || how.kind == 'S')
        fits = tandem_put_wide_string(&out, &how, va_arg(list, const wchar_t*));
      else
        tandem_put_string(&out, &how, va_arg(list, const char*));
      break;
    case 'm': tandem_put_string(&out, &how, strerror(*__errno_location())); break;
    case 'p': tandem_put_pointer(&out, &how, va_arg(list, void*)); break;
    case 'n': tandem_store_count(va_arg(list, void*), how.size, out.length); break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      if (how.size == 'L')
        tandem_put_float(&out, &how, va_arg(list, long double));
      else
        tandem_put_float(&out, &how, va_arg(list, double));
      break;
    case '%': tandem_put(&out, '%'); break;
    default: return start[1] ? tandem_left_open(text, size) : tandem_fail(22); // undefined; glibc: EINVAL at the end
    }
    if (!fits) return tandem_fail(TANDEM_EILSEQ);
  }
  if (size > 0) text[out.length < size ? out.length : size - 1] = 0;
  if (out.length > TANDEM_INT_MAX) return tandem_fail(TANDEM_EOVERFLOW);
  return (int)out.length;
}
