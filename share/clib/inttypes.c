// Functions of the widest integer types: C17 7.8.2 (those on wide strings are with wchar.h).
#include "model.h"

typedef struct {
  intmax_t quot;
  intmax_t rem;
} imaxdiv_t;

long long strtoll(const char* text, char** end, int base);
unsigned long long strtoull(const char* text, char** end, int base);
long long __isoc23_strtoll(const char* text, char** end, int base);
unsigned long long __isoc23_strtoull(const char* text, char** end, int base);

// intmax_t is as wide as long long wherever gcc and clang compile for Linux.
intmax_t strtoimax(const char* text, char** end, int base) { return strtoll(text, end, base); }
uintmax_t strtoumax(const char* text, char** end, int base) { return strtoull(text, end, base); }
intmax_t __isoc23_strtoimax(const char* text, char** end, int base) { return __isoc23_strtoll(text, end, base); }
uintmax_t __isoc23_strtoumax(const char* text, char** end, int base) { return __isoc23_strtoull(text, end, base); }

intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

imaxdiv_t imaxdiv(intmax_t dividend, intmax_t divisor) {
  imaxdiv_t result = {dividend / divisor, dividend % divisor};
  return result;
}
