// Formatted input from streams (C17 7.21.6.2): what a stream holds the environment decides, so that each conversion may
// give any value of its type, fail, or meet the end. The text behind it is not made up; a replay answers for the
// stream.
#include "model.h"

enum { TANDEM_EOF = -1, TANDEM_CONVERTS = 0, TANDEM_FAILS = 1, TANDEM_ENDS = 2 };

typedef struct _IO_FILE FILE;

extern FILE* stdin;
int feof(FILE* stream);
void __tandem_end_stream(FILE* stream);
int __tandem_is_own_text(FILE* stream);

// What the program may have written itself is no choice of the environment.
static long long tandem_any(FILE* stream) {
  return __tandem_is_own_text(stream) ? tandem_unspecified_llong() : tandem_environment_llong();
}

static int tandem_outcome(FILE* stream) {
  int outcome;
  if (feof(stream)) return TANDEM_ENDS;
  outcome = (int)tandem_any(stream);
  tandem_assume(outcome >= TANDEM_CONVERTS && outcome <= TANDEM_ENDS);
  if (outcome == TANDEM_ENDS) __tandem_end_stream(stream);
  return outcome;
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

static int tandem_is_in_set(const struct tandem_conversion* how, char c) {
  const char* at = how->set;
  int negated = *at == '^', found = 0;
  for (at += negated; at < how->set_end; at++) {
    if (at + 2 < how->set_end && at[1] == '-') {
      if ((unsigned char)c >= (unsigned char)*at && (unsigned char)c <= (unsigned char)at[2]) found = 1;
      at += 2;
    } else if (c == *at) {
      found = 1;
    }
  }
  return found != negated;
}

static int tandem_may_hold(const struct tandem_conversion* how, char c) {
  if (how->kind == 'c') return 1;
  if (how->kind == '[') return tandem_is_in_set(how, c);
  return c != ' ' && !(c >= '\t' && c <= '\r');
}

static void tandem_put(void* to, int is_wide, size_t i, char c) {
  if (is_wide)
    ((wchar_t*)to)[i] = (wchar_t)c;
  else
    ((char*)to)[i] = c;
}

// Characters up to the width; a string has at least one and ends with 0.
static void tandem_scan_text(FILE* stream, const struct tandem_conversion* how, va_list* list) {
  int is_wide = how->size == 'l';
  size_t most = how->width > 0 ? (size_t)how->width : how->kind == 'c' ? 1 : (size_t)-1, length = 0;
  void* to = NULL;
  if (how->is_suppressed) return;
  if (how->allocates) {
    void** place = va_arg(*list, void**);
    most = how->kind == 'c' ? most : (size_t)tandem_any(stream);
    tandem_assume(most > 0 && most < 1 << 20 && (how->width == 0 || most <= (size_t)how->width));
    *place = to = malloc((most + 1) * (is_wide ? sizeof(wchar_t) : 1));
    if (to == NULL) return;
  } else {
    to = va_arg(*list, void*);
  }
  do {
    char c = (char)tandem_any(stream);
    tandem_assume(tandem_may_hold(how, c) && (!is_wide || c > 0));
    tandem_put(to, is_wide, length++, c);
  } while (length < most && (how->kind == 'c' || how->allocates || tandem_any(stream) != 0));
  if (how->kind != 'c') tandem_put(to, is_wide, length, 0);
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

// No more digits than the width, one less behind a sign.
static void tandem_scan_integer(FILE* stream, const struct tandem_conversion* how, va_list* list) {
  long long value, most = 1, base = how->kind == 'o' ? 8 : how->kind == 'x' || how->kind == 'X' ? 16 : 10;
  if (how->is_suppressed) return;
  value = tandem_any(stream);
  if (how->width > 0 && how->width < 15) {
    for (int i = 1; i < how->width; i++) most *= base;
    tandem_assume(value > -most && value < most * base);
  }
  tandem_store(va_arg(*list, void*), how->size, value);
}

static void tandem_scan_float(FILE* stream, const struct tandem_conversion* how, va_list* list) {
  union {
    long long bits;
    double value;
  } number;
  union {
    int bits;
    float value;
  } small;
  if (how->is_suppressed) return;
  number.bits = tandem_any(stream);
  small.bits = (int)number.bits;
  if (how->size == 'l')
    *va_arg(*list, double*) = number.value;
  else if (how->size == 'L')
    *va_arg(*list, long double*) = number.value;
  else
    *va_arg(*list, float*) = small.value;
}

static void tandem_scan_other(FILE* stream, const struct tandem_conversion* how, va_list* list) {
  if (how->is_suppressed) return;
  if (how->kind == 'p') {
    *va_arg(*list, void**) = (void*)(size_t)tandem_any(stream);
  } else { // %n
    long long count = tandem_unspecified_llong();
    tandem_assume(count >= 0 && count < 0x7fffffff);
    tandem_store(va_arg(*list, void*), how->size, count);
  }
}

static void tandem_convert(FILE* stream, const struct tandem_conversion* how, va_list* list) {
  switch (how->kind) {
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'X':
  case 'o': tandem_scan_integer(stream, how, list); break;
  case 'c':
  case 's':
  case '[': tandem_scan_text(stream, how, list); break;
  case 'p':
  case 'n': tandem_scan_other(stream, how, list); break;
  default: tandem_scan_float(stream, how, list);
  }
}

static int tandem_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Texts between conversions match or not, each as a whole.
static int tandem_scan(FILE* stream, const char* format, va_list* list) {
  int done = 0;
  while (*format != 0) {
    struct tandem_conversion how = {0, 0, 0, 0, '%', NULL, NULL};
    int outcome;
    if (tandem_is_space(*format)) {
      format++;
      continue;
    }
    if (*format == '%') format = tandem_read_conversion(format + 1, &how);
    if (how.kind == 0) return done;
    if (how.kind == '%')
      while (*format != 0 && *format != '%' && !tandem_is_space(*format)) format++;
    outcome = how.kind == 'n' ? TANDEM_CONVERTS : tandem_outcome(stream);
    if (outcome == TANDEM_ENDS) return done > 0 ? done : TANDEM_EOF;
    if (outcome == TANDEM_FAILS) return done;
    if (how.kind == '%') continue;
    tandem_convert(stream, &how, list);
    if (!how.is_suppressed && how.kind != 'n') done++;
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
