// Linked to programs that three_ways.py compiles: hands out the inputs of VERIFIER_INPUTS, and writes to the file that
// VERIFIER_END names each value as the program got it and, last, how the run ended. The program's own stubs of undefined
// functions call verifier_integer and verifier_real, so that one list serves all types.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 Wide;
#else
typedef unsigned long long Wide;
#endif

static FILE* notes;

static FILE* note_file(void) {
  if (!notes) notes = fopen(getenv("VERIFIER_END"), "w");
  return notes;
}

__attribute__((no_instrument_function)) static void end(const char* how) {
  fprintf(note_file(), "end %s\n", how);
  fclose(notes);
  fflush(stdout);
  _exit(99);
}

static const char* next_text(void) {
  static char* rest;
  static int started;
  if (!started) {
    const char* all = getenv("VERIFIER_INPUTS");
    rest = strdup(all ? all : "");
    started = 1;
  }
  if (!rest || !*rest) end("inputs");
  char* here = rest;
  rest = strchr(rest, ',');
  if (rest) *rest++ = 0;
  return here;
}

static void note_decimal(int negative, Wide magnitude) {
  char digits[48];
  int at = sizeof digits - 1;
  digits[at] = 0;
  do digits[--at] = (char)('0' + (int)(magnitude % 10));
  while ((magnitude /= 10) != 0);
  fprintf(note_file(), "i %s%s\n", negative ? "-" : "", digits + at);
  fflush(notes);
}

// The next value, truncated to a type of `size` bytes; decimals only.
Wide verifier_integer(int size, int is_signed, int is_bool) {
  const char* text = next_text();
  const int negative = *text == '-';
  Wide value = 0;
  int fraction = strchr(text, '.') != 0 && strtod(text, 0) != 0;
  for (text += negative; *text >= '0' && *text <= '9'; ++text) value = value * 10 + (Wide)(*text - '0');
  if (is_bool) {
    value = value != 0 || fraction;
    note_decimal(0, value);
    return value;
  }
  if (negative) value = -value;
  const Wide mask = size * 8 >= (int)sizeof(Wide) * 8 ? ~(Wide)0 : ((Wide)1 << size * 8) - 1;
  value &= mask;
  const int below_zero = is_signed && (value >> (size * 8 - 1)) & 1;
  note_decimal(below_zero, below_zero ? (-value) & mask : value);
  return value;
}

long double verifier_real(int digits) {
  const char* text = next_text();
  const long double value = digits == 24 ? strtof(text, 0) : digits == 53 ? strtod(text, 0) : strtold(text, 0);
  fprintf(note_file(), "f%d %La\n", digits, value);
  fflush(notes);
  return value;
}

void verifier_error_call(void) { end("error-call"); }
void verifier_stop(void) { end("abort"); }

void __VERIFIER_assume(int condition) {
  if (!condition) end("assume");
}

void __assert_fail(const char* what, const char* file, unsigned line, const char* function) {
  (void)what, (void)file, (void)line, (void)function;
  end("assert");
}

// Programs that define their own error function are instrumented: its call ends the run, whatever its body does.
extern void reach_error(void) __attribute__((weak));
extern void __VERIFIER_error(void) __attribute__((weak));

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void* function, void* site) {
  (void)site;
  if ((reach_error && function == (void*)reach_error) || (__VERIFIER_error && function == (void*)__VERIFIER_error))
    end("error-call");
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void* function, void* site) {
  (void)function, (void)site;
}
