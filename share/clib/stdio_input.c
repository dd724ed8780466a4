// Formatted input from streams (C17 7.21.6.2): what a stream holds the environment decides. Characters are read one by
// one; a number may be any value of its type, and the text behind it is not made up: all that is known of it is that
// the character after it does not belong to it (stdio_file.c remembers this). Where the number's first character is
// known, since the program has seen it and pushed it back, its value is open instead of the environment's choice.
#include "model.h"

enum { TANDEM_EOF = -1 };
enum tandem_outcome { TANDEM_CONVERTS, TANDEM_FAILS, TANDEM_ENDS };
enum tandem_next { // as in stdio_file.c
  TANDEM_NOT_READ,
  TANDEM_ANY,
  TANDEM_NO_DIGIT,
  TANDEM_NO_OCTAL_DIGIT,
  TANDEM_NO_HEX_DIGIT,
  TANDEM_NO_SPACE,
};

typedef struct _IO_FILE FILE;

extern FILE* stdin;
int feof(FILE* stream);
int fgetc(FILE* stream);
int ungetc(int c, FILE* stream);
void __tandem_end_stream(FILE* stream);
int __tandem_is_own_text(FILE* stream);
int __tandem_take_pushed(FILE* stream);
int __tandem_know_next(FILE* stream, int next);

// What the program may have written itself is no choice of the environment.
static long long tandem_any(FILE* stream) {
  return __tandem_is_own_text(stream) ? tandem_unspecified_llong() : tandem_environment_llong();
}

static enum tandem_outcome tandem_outcome(FILE* stream) {
  int outcome;
  if (feof(stream)) return TANDEM_ENDS;
  outcome = (int)tandem_any(stream);
  tandem_assume(outcome >= TANDEM_CONVERTS && outcome <= TANDEM_ENDS);
  if (outcome == TANDEM_ENDS) __tandem_end_stream(stream);
  return outcome;
}

static int tandem_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Skips white space, which may be there in any case. The first character behind it if it was pushed back, or EOF.
static int tandem_skip_spaces(FILE* stream, int next) {
  int c = __tandem_take_pushed(stream);
  while (c >= 0 && tandem_is_space(c)) c = __tandem_take_pushed(stream);
  if (c < 0) __tandem_know_next(stream, next);
  return c;
}

struct tandem_conversion {
  int is_suppressed, allocates, width; // 0: none
  char size;                           // h, H for hh, l, L for ll, j, z, t, or 0
  char kind;
  const char *set, *set_end; // of %[
};

static const char* tandem_read_conversion(const char* at, struct tandem_conversion* to) {
  to->is_suppressed = to->allocates = to->width = 0;
  to->size = 0;
  if (*at == '*') to->is_suppressed = 1, at++;
  for (; *at >= '0' && *at <= '9'; at++) to->width = 10 * to->width + (*at - '0');
  if (*at == 'm') to->allocates = 1, at++;
  if (*at == 'h' || *at == 'l' || *at == 'L' || *at == 'q' || *at == 'j' || *at == 'z' || *at == 't') {
    to->size = *at == 'q' ? 'L' : *at;
    at++;
    if (*at == 'h') to->size = 'H', at++;
    if (*at == 'l') to->size = 'L', at++;
  }
  to->kind = *at;
  if (*at == 0) return at;
  at++;
  if (to->kind == '[') {
    to->set = at;
    if (*at == '^') at++;
    if (*at == ']') at++;
    while (*at != 0 && *at != ']') at++;
    to->set_end = at;
    if (*at != 0) at++;
  }
  return at;
}

static int tandem_is_in_set(const struct tandem_conversion* how, int c) {
  const char* at = how->set;
  int negated = *at == '^', found = 0;
  for (at += negated; at < how->set_end; at++) {
    if (at + 2 < how->set_end && at[1] == '-') {
      if (c >= (unsigned char)*at && c <= (unsigned char)at[2]) found = 1;
      at += 2;
    } else if (c == (unsigned char)*at) {
      found = 1;
    }
  }
  return found != negated;
}

static int tandem_may_hold(const struct tandem_conversion* how, int c) {
  if (how->kind == 'c') return 1;
  return how->kind == '[' ? tandem_is_in_set(how, c) : !tandem_is_space(c);
}

static void tandem_put(void* to, int is_wide, size_t i, int c) {
  if (is_wide)
    ((wchar_t*)to)[i] = (wchar_t)c;
  else
    ((char*)to)[i] = (char)c;
}

// Of text that is not kept, only its end matters; that of one that ends with its width was perhaps not looked at.
static enum tandem_outcome tandem_skip_text(FILE* stream, const struct tandem_conversion* how) {
  enum tandem_outcome outcome = tandem_outcome(stream);
  int c;
  if (outcome == TANDEM_ENDS || (how->width > 0 && tandem_any(stream) != 0)) return outcome;
  c = fgetc(stream);
  tandem_assume(c == TANDEM_EOF || !tandem_may_hold(how, c));
  ungetc(c, stream);
  return outcome;
}

// Where text goes to; of text that is allocated, how long it may become.
static void* tandem_place(FILE* stream, const struct tandem_conversion* how, va_list* list, size_t* most) {
  void** place;
  if (!how->allocates) return va_arg(*list, void*);
  place = va_arg(*list, void**);
  if (how->width == 0 && how->kind != 'c') {
    *most = (size_t)tandem_any(stream);
    tandem_assume(*most > 0 && *most < 1 << 20);
  }
  return *place = malloc((*most + 1) * (how->size == 'l' ? sizeof(wchar_t) : 1));
}

// Characters up to the width; a string has at least one and ends with 0.
static enum tandem_outcome tandem_scan_text(FILE* stream, const struct tandem_conversion* how, va_list* list) {
  int is_wide = how->size == 'l', c = TANDEM_EOF;
  size_t most = how->width > 0 ? (size_t)how->width : how->kind == 'c' ? 1 : (size_t)-1, length = 0;
  void* to = NULL;
  if (how->kind == 's') c = tandem_skip_spaces(stream, TANDEM_NO_SPACE);
  if (how->is_suppressed && how->kind != 'c' && c < 0) return tandem_skip_text(stream, how);
  if (c < 0) c = fgetc(stream);
  if (c < 0) return TANDEM_ENDS;
  if (!tandem_may_hold(how, c)) {
    ungetc(c, stream);
    return TANDEM_FAILS;
  }
  if (!how->is_suppressed) {
    to = tandem_place(stream, how, list, &most);
    if (to == NULL) return TANDEM_CONVERTS;
  }
  for (;;) {
    tandem_assume(!is_wide || c < 128);
    if (to) tandem_put(to, is_wide, length, c);
    length++;
    if (length == most && (!how->allocates || how->width > 0 || how->kind == 'c')) break;
    c = fgetc(stream);
    if (c < 0 || !tandem_may_hold(how, c)) {
      ungetc(c, stream);
      break;
    }
    tandem_assume(length < most);
  }
  if (to && how->kind != 'c') tandem_put(to, is_wide, length, 0);
  return TANDEM_CONVERTS;
}

static void tandem_store(void* to, char size, long long value) {
  switch (size) {
  case 'H': *(char*)to = (char)value; break;
  case 'h': *(short*)to = (short)value; break;
  case 'l':
  case 'z':
  case 't': *(long*)to = (long)value; break;
  case 'L':
  case 'j': *(long long*)to = value; break;
  default: *(int*)to = (int)value;
  }
}

// No more digits than the width, one less behind a sign. Whether there may be fewer, so that there is a character
// behind them that was looked at; leading zeros count.
static int tandem_scan_integer(const struct tandem_conversion* how, va_list* list, long long value) {
  long long most = 1, base = how->kind == 'o' ? 8 : how->kind == 'x' || how->kind == 'X' ? 16 : 10;
  if (!how->is_suppressed) tandem_store(va_arg(*list, void*), how->size, value);
  if (how->width == 0 || how->width >= 15) return 1;
  for (int i = 1; i < how->width; i++) most *= base;
  tandem_assume(value > -most && value < most * base);
  return value > -(most / base) && value < most;
}

static void tandem_scan_float(const struct tandem_conversion* how, va_list* list, long long bits) {
  union {
    long long bits;
    double value;
  } number;
  union {
    int bits;
    float value;
  } small;
  number.bits = bits;
  small.bits = (int)bits;
  if (how->is_suppressed) return;
  if (how->size == 'l')
    *va_arg(*list, double*) = number.value;
  else if (how->size == 'L')
    *va_arg(*list, long double*) = number.value;
  else
    *va_arg(*list, float*) = small.value;
}

static int tandem_is_integer(const struct tandem_conversion* how) {
  return how->kind == 'd' || how->kind == 'i' || how->kind == 'u' || how->kind == 'x' || how->kind == 'X' ||
         how->kind == 'o';
}

// inf5 is a number and a digit.
static enum tandem_next tandem_after_number(const struct tandem_conversion* how) {
  switch (how->kind) {
  case 'd':
  case 'u': return TANDEM_NO_DIGIT;
  case 'i':
  case 'o': return TANDEM_NO_OCTAL_DIGIT;
  case 'x':
  case 'X': return TANDEM_NO_HEX_DIGIT;
  default: return TANDEM_ANY;
  }
}

// Whether a number may begin with the character; one that does so may still fail to be one.
static int tandem_may_begin(const struct tandem_conversion* how, int c) {
  if ((c >= '0' && c <= '9') || c == '+' || c == '-') return 1;
  if (tandem_is_integer(how) && how->kind != 'x' && how->kind != 'X') return 0;
  return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '.' || c == '(' || c == 'i' || c == 'I' || c == 'n' ||
         c == 'N';
}

static enum tandem_outcome tandem_scan_number(FILE* stream, const struct tandem_conversion* how, va_list* list) {
  int first = tandem_skip_spaces(stream, TANDEM_NOT_READ);
  enum tandem_outcome outcome;
  long long value;
  int looked_further = 1;
  if (first >= 0 && !tandem_may_begin(how, first)) {
    ungetc(first, stream);
    return TANDEM_FAILS;
  }
  outcome = first < 0 ? tandem_outcome(stream) : tandem_unspecified_int() != 0 ? TANDEM_CONVERTS : TANDEM_FAILS;
  if (outcome == TANDEM_FAILS && how->width != 1) __tandem_know_next(stream, tandem_after_number(how));
  if (outcome != TANDEM_CONVERTS) return outcome;
  value = first < 0 ? tandem_any(stream) : tandem_unspecified_llong();
  if (tandem_is_integer(how))
    looked_further = tandem_scan_integer(how, list, value);
  else if (how->kind != 'p')
    tandem_scan_float(how, list, value);
  else if (!how->is_suppressed)
    *va_arg(*list, void**) = (void*)(size_t)value;
  if (looked_further && (how->width == 0 || tandem_any(stream) != 0))
    __tandem_know_next(stream, tandem_after_number(how));
  return TANDEM_CONVERTS;
}

static enum tandem_outcome tandem_convert(FILE* stream, const struct tandem_conversion* how, va_list* list) {
  if (how->kind == 'c' || how->kind == 's' || how->kind == '[') return tandem_scan_text(stream, how, list);
  if (how->kind != 'n') return tandem_scan_number(stream, how, list);
  long long count = tandem_unspecified_llong();
  tandem_assume(count >= 0 && count < 0x7fffffff);
  if (!how->is_suppressed) tandem_store(va_arg(*list, void*), how->size, count);
  return TANDEM_CONVERTS;
}

// A character between conversions.
static enum tandem_outcome tandem_match(FILE* stream, char wanted) {
  int c = fgetc(stream);
  if (c == (unsigned char)wanted) return TANDEM_CONVERTS;
  ungetc(c, stream);
  return c < 0 ? TANDEM_ENDS : TANDEM_FAILS;
}

static int tandem_scan(FILE* stream, const char* format, va_list* list) {
  int done = 0;
  while (*format != 0) {
    struct tandem_conversion how = {0, 0, 0, 0, 0, NULL, NULL};
    enum tandem_outcome outcome;
    if (tandem_is_space(*format)) {
      ungetc(tandem_skip_spaces(stream, TANDEM_NO_SPACE), stream);
      format++;
      continue;
    }
    if (*format != '%') {
      outcome = tandem_match(stream, *format++);
    } else {
      format = tandem_read_conversion(format + 1, &how);
      if (how.kind == 0) return done;
      if (how.kind == '%') ungetc(tandem_skip_spaces(stream, TANDEM_NO_SPACE), stream);
      outcome = how.kind == '%' ? tandem_match(stream, '%') : tandem_convert(stream, &how, list);
    }
    if (outcome == TANDEM_ENDS) return done > 0 ? done : TANDEM_EOF;
    if (outcome == TANDEM_FAILS) return done;
    if (how.kind != 0 && how.kind != '%' && how.kind != 'n' && !how.is_suppressed) done++;
  }
  return done;
}

#define TANDEM_NAMES(prefix)                                                                                           \
  int prefix##vfscanf(FILE* stream, const char* format, va_list list) {                                                \
    va_list own;                                                                                                       \
    va_copy(own, list);                                                                                                \
    int done = tandem_scan(stream, format, &own);                                                                      \
    va_end(own);                                                                                                       \
    return done;                                                                                                       \
  }                                                                                                                    \
  int prefix##vscanf(const char* format, va_list list) { return prefix##vfscanf(stdin, format, list); }                \
  int prefix##fscanf(FILE* stream, const char* format, ...) {                                                          \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    int done = tandem_scan(stream, format, &list);                                                                     \
    va_end(list);                                                                                                      \
    return done;                                                                                                       \
  }                                                                                                                    \
  int prefix##scanf(const char* format, ...) {                                                                         \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    int done = tandem_scan(stdin, format, &list);                                                                      \
    va_end(list);                                                                                                      \
    return done;                                                                                                       \
  }

TANDEM_NAMES()
TANDEM_NAMES(__isoc99_)
TANDEM_NAMES(__isoc23_)
