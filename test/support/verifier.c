// What a program under test needs when it is compiled and run for real: inputs from the environment, and a record of
// how the run ended (in the file that VERIFIER_END names), so that an error call is distinguished from an exit code.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void end(const char* how) {
  const char* path = getenv("VERIFIER_END");
  FILE* file = path ? fopen(path, "w") : NULL;
  if (file) {
    fputs(how, file);
    fclose(file);
  }
  fflush(stdout);
  _exit(99);
}

static const char* next_input(void) {
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

// Unsigned values may exceed long long.
static long long next_integer(void) {
  const char* text = next_input();
  return *text == '-' ? strtoll(text, NULL, 0) : (long long)strtoull(text, NULL, 0);
}

#define INPUT(type, name) \
  type __VERIFIER_nondet_##name(void) { return (type)next_integer(); }
INPUT(_Bool, bool)
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned, unsigned)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
float __VERIFIER_nondet_float(void) { return strtof(next_input(), NULL); }
double __VERIFIER_nondet_double(void) { return strtod(next_input(), NULL); }

void reach_error(void) { end("error-call"); }
void __VERIFIER_error(void) { end("error-call"); }
void __VERIFIER_assume(int condition) {
  if (!condition) end("assume");
}
void __assert_fail(const char* what, const char* file, unsigned line, const char* function) {
  char how[32];
  (void)what, (void)file, (void)function;
  snprintf(how, sizeof how, "assert %u", line);
  end(how);
}
