// models: stdio_input.c stdio_file.c errno.c
// untested: _IO_getc __errno_location __fgets_chk __fread_chk __getdelim __gets_chk clearerr clearerr_unlocked fclose
// fdopen feof feof_unlocked ferror ferror_unlocked fflush fflush_unlocked fgetc fgetc_unlocked fgets fgets_unlocked
// fileno fileno_unlocked flockfile fopen fopen64 fread fread_unlocked freopen freopen64 fseek fseeko fseeko64 ftell
// ftello ftello64 ftrylockfile funlockfile getc getc_unlocked getchar getchar_unlocked getdelim getline gets getw
// pclose popen remove rename rewind setbuf setbuffer setlinebuf setvbuf tmpfile
// tmpfile64 ungetc
#define _GNU_SOURCE
#include "clib_test.h"

#include <stdarg.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

MODEL(clearerr);
MODEL(vfscanf);
MODEL(vscanf);
MODEL(fscanf);
MODEL(scanf);
int model___isoc99_fscanf(FILE*, const char*, ...);
int model___isoc99_scanf(const char*, ...);
int model___isoc99_vfscanf(FILE*, const char*, va_list);
int model___isoc99_vscanf(const char*, va_list);
int model___isoc23_fscanf(FILE*, const char*, ...);
int model___isoc23_scanf(const char*, ...);
int model___isoc23_vfscanf(FILE*, const char*, va_list);
int model___isoc23_vscanf(const char*, va_list);

// What the environment answers: for each conversion whether it converts, and then its value.
static long long answers[64];
static unsigned asked, prepared;

long long tandem_environment_llong(void) { return answers[asked++ % 64]; }

static void answer(long long value) { answers[prepared++ % 64] = value; }

static int from_stream(int (*scan)(FILE*, const char*, va_list), const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = scan(stdin, format, list);
  va_end(list);
  return done;
}

static int from_stdin(int (*scan)(const char*, va_list), const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = scan(format, list);
  va_end(list);
  return done;
}

#define ALL_NAMES(format, ...)                                                                                         \
  switch (random_below(12)) {                                                                                          \
  case 0: result = model_scanf(format, __VA_ARGS__); break;                                                            \
  case 1: result = model_fscanf(stdin, format, __VA_ARGS__); break;                                                    \
  case 2: result = from_stream(model_vfscanf, format, __VA_ARGS__); break;                                             \
  case 3: result = from_stdin(model_vscanf, format, __VA_ARGS__); break;                                               \
  case 4: result = model___isoc99_scanf(format, __VA_ARGS__); break;                                                   \
  case 5: result = model___isoc99_fscanf(stdin, format, __VA_ARGS__); break;                                           \
  case 6: result = from_stream(model___isoc99_vfscanf, format, __VA_ARGS__); break;                                    \
  case 7: result = from_stdin(model___isoc99_vscanf, format, __VA_ARGS__); break;                                      \
  case 8: result = model___isoc23_scanf(format, __VA_ARGS__); break;                                                   \
  case 9: result = model___isoc23_fscanf(stdin, format, __VA_ARGS__); break;                                           \
  case 10: result = from_stream(model___isoc23_vfscanf, format, __VA_ARGS__); break;                                   \
  default: result = from_stdin(model___isoc23_vscanf, format, __VA_ARGS__); break;                                     \
  }

// Text that the real function reads, and the same as answers.
static void conversions(void) {
  int real = 7, number = 7, real_done, result;
  char real_word[16] = "?", word[16] = "?", text[64];
  unsigned hex = 9, real_hex = 9;
  int ending = (int)random_below(4); // how many conversions succeed
  int value = (int)(random_bits() % 2000) - 1000;
  sprintf(text, "%d:%s", value, "ab");
  if (ending >= 3) sprintf(text + strlen(text), " %x", value & 255);
  if (ending == 2) strcat(text, " ?");
  if (ending == 1) sprintf(text, "%d;", value);
  if (ending == 0) text[0] = 0;
  real_done = sscanf(text, "%5d:%2[a-c]%2x", &real, real_word, &real_hex);
  model_clearerr(stdin);
  asked = prepared = 0;
  if (ending == 0) {
    answer(2);
  } else {
    answer(0), answer(value);
    answer(ending == 1 ? 1 : 0);
    if (ending > 1) answer(0), answer('a'), answer(1), answer('b');
    if (ending == 2) answer(1);
    if (ending == 3) answer(0), answer(value & 255);
  }
  ALL_NAMES("%5d:%2[a-c]%2x", &number, word, &hex)
  check(real_done == result, "\"%s\": %d, not %d", text, result, real_done);
  check(real == number && strcmp(real_word, word) == 0 && real_hex == hex, "\"%s\"", text);
}

int main(void) {
  test_begin();
  for (int i = 0; i < 20 * CALLS; i++) conversions();
  return test_end();
}
