// models: stdio_print.c stdio_format.c stdio_float.c errno.c
// untested: vsnprintf __errno_location
#define _GNU_SOURCE
#include "clib_test.h"

#include <signal.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-overflow"
#pragma GCC diagnostic ignored "-Wformat-truncation"

MODEL(vsprintf);
MODEL(vfprintf);
MODEL(vprintf);
MODEL(vdprintf);
MODEL(vasprintf);
MODEL(snprintf);
MODEL(sprintf);
MODEL(printf);
MODEL(fprintf);
MODEL(dprintf);
MODEL(asprintf);
int model___vsnprintf_chk(char*, size_t, int, size_t, const char*, va_list);
int model___vsprintf_chk(char*, int, size_t, const char*, va_list);
int model___vfprintf_chk(FILE*, int, const char*, va_list);
int model___vprintf_chk(int, const char*, va_list);
int model___vdprintf_chk(int, int, const char*, va_list);
int model___vasprintf_chk(char**, int, const char*, va_list);
int model___snprintf_chk(char*, size_t, int, size_t, const char*, ...);
int model___sprintf_chk(char*, int, size_t, const char*, ...);
int model___fprintf_chk(FILE*, int, const char*, ...);
int model___printf_chk(int, const char*, ...);
int model___dprintf_chk(int, int, const char*, ...);
int model___asprintf_chk(char**, int, const char*, ...);
MODEL(fputc);
MODEL(putc);
MODEL(putchar);
MODEL(fputc_unlocked);
MODEL(putc_unlocked);
MODEL(putchar_unlocked);
int model__IO_putc(int, FILE*);
MODEL(fputs);
MODEL(fputs_unlocked);
MODEL(puts);
MODEL(putw);
MODEL(fwrite);
MODEL(fwrite_unlocked);
MODEL(perror);
MODEL(psignal);

enum { SIZE = 256 };

static FILE* null;
static char expected[SIZE], text[SIZE];
static const char* format;

static void compare(int real, int modelled) {
  check(real == modelled, "%s: %d, not %d", format, modelled, real);
  check(memcmp(expected, text, SIZE) == 0, "%s: \"%s\", not \"%s\"", format, text, expected);
  memset(text, 7, SIZE);
}

static void compare_allocated(int real, int modelled, char** block) {
  check(real == modelled && memcmp(expected, *block, (size_t)real + 1) == 0, "%s: %d", format, modelled);
  free(*block);
}

// The functions that take a list.
static void lists(int real, ...) {
  va_list list, again;
  char* block;
  va_start(list, real);
#define WITH_LIST(call)                                                                                                \
  do {                                                                                                                 \
    va_copy(again, list);                                                                                              \
    call;                                                                                                              \
    va_end(again);                                                                                                     \
  } while (0)
  WITH_LIST(compare(real, model_vsprintf(text, format, again)));
  WITH_LIST(compare(real, model___vsprintf_chk(text, 1, SIZE, format, again)));
  WITH_LIST(compare(real, model___vsnprintf_chk(text, SIZE, 1, SIZE, format, again)));
  WITH_LIST(check(real == model_vfprintf(null, format, again), "%s", format));
  WITH_LIST(check(real == model_vprintf(format, again), "%s", format));
  WITH_LIST(check(real == model_vdprintf(1, format, again), "%s", format));
  WITH_LIST(check(real == model___vfprintf_chk(null, 1, format, again), "%s", format));
  WITH_LIST(check(real == model___vprintf_chk(1, format, again), "%s", format));
  WITH_LIST(check(real == model___vdprintf_chk(2, 1, format, again), "%s", format));
  WITH_LIST(compare_allocated(real, model_vasprintf(&block, format, again), &block));
  WITH_LIST(compare_allocated(real, model___vasprintf_chk(&block, 1, format, again), &block));
  va_end(list);
}

#define ALL(...)                                                                                                       \
  do {                                                                                                                 \
    char* block;                                                                                                       \
    memset(expected, 7, SIZE);                                                                                         \
    memset(text, 7, SIZE);                                                                                             \
    int real = sprintf(expected, format, __VA_ARGS__);                                                                 \
    check(real == fprintf(null, format, __VA_ARGS__), "%s", format);                                                   \
    compare(real, model_sprintf(text, format, __VA_ARGS__));                                                           \
    compare(real, model_snprintf(text, SIZE, format, __VA_ARGS__));                                                    \
    compare(real, model___sprintf_chk(text, 1, SIZE, format, __VA_ARGS__));                                            \
    compare(real, model___snprintf_chk(text, SIZE, 1, SIZE, format, __VA_ARGS__));                                     \
    check(real == model_printf(format, __VA_ARGS__), "%s", format);                                                    \
    check(real == model_fprintf(null, format, __VA_ARGS__), "%s", format);                                             \
    check(real == model_dprintf(2, format, __VA_ARGS__), "%s", format);                                                \
    check(real == model___printf_chk(1, format, __VA_ARGS__), "%s", format);                                           \
    check(real == model___fprintf_chk(null, 1, format, __VA_ARGS__), "%s", format);                                    \
    check(real == model___dprintf_chk(2, 1, format, __VA_ARGS__), "%s", format);                                       \
    compare_allocated(real, model_asprintf(&block, format, __VA_ARGS__), &block);                                      \
    compare_allocated(real, model___asprintf_chk(&block, 1, format, __VA_ARGS__), &block);                             \
    lists(real, __VA_ARGS__);                                                                                          \
  } while (0)

static void plain(void) {
  char string[40];
  random_string(string, sizeof string, "");
  int c = (int)random_integer(), real = fputc(c, null);
  check(real == model_fputc(c, null) && real == model_putc(c, null) && real == model_putchar(c), "%d", c);
  check(real == model_fputc_unlocked(c, null) && real == model_putc_unlocked(c, null), "%d", c);
  check(real == model_putchar_unlocked(c) && real == model__IO_putc(c, null), "%d", c);
  real = fputs(string, null);
  check(real == model_fputs(string, null) && real == model_fputs_unlocked(string, null), "fputs: %d", real);
  check(model_puts(string) == (int)strlen(string) + 1, "puts");
  check(putw(c, null) == model_putw(c, null), "putw");
  size_t size = random_below(5), count = random_below(8);
  check(fwrite(string, size, count, null) == model_fwrite(string, size, count, null), "fwrite %zu %zu", size, count);
  check(model_fwrite_unlocked(string, size, count, null) == model_fwrite(string, size, count, null), "fwrite_unlocked");
}

// puts writes to stdout, which is the null device meanwhile.
static void real_puts(void) {
  int before = dup(1);
  fflush(stdout);
  check(freopen("/dev/null", "w", stdout) != NULL, "/dev/null");
  for (int i = 0; i < CALLS; i++) {
    random_string(text, 40, "");
    check(puts(text) == model_puts(text), "puts(%s)", text);
    check(putchar(i) == model_putchar(i), "putchar(%d)", i);
  }
  fflush(stdout);
  dup2(before, fileno(stdout));
}

static bool aborts(size_t size, size_t object_size) {
  int status;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    if (size > 0)
      model___snprintf_chk(text, size, 1, object_size, "%s", "four");
    else
      model___sprintf_chk(text, 1, object_size, "%s", "four");
    _exit(0);
  }
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main(void) {
  null = fopen("/dev/null", "w");
  test_begin();
  real_puts();
  for (int i = 0; i < CALLS; i++) {
    long long value = random_integer();
    char string[40];
    random_string(string, sizeof string, "");
    format = "%d %5s|%-8lx|%c%%%lld";
    ALL((int)value, string, (long)value, (int)value & 127 ? (int)value & 127 : 1, value);
    format = "%.3f %hhu %zu";
    ALL((double)value, (int)value, (size_t)value);
    plain();
  }
  check(model_dprintf(-1, "x") == -1 && dprintf(-1, "x") == -1, "dprintf");
  check(model_dprintf(-1, "%s", "") == dprintf(-1, "%s", ""), "dprintf of nothing");
  model_perror("text");
  model_perror(NULL);
  model_psignal(1, "text");
  check(aborts(0, 4) && aborts(0, 0) && aborts(6, 5) && !aborts(0, 5) && !aborts(3, 5), "overflows are not caught");
  return test_end();
}
