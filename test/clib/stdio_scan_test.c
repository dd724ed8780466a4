// models: stdio_scan.c stdio_scan_names.c stdio_file.c errno.c
// untested: _IO_getc __errno_location __fgets_chk __fread_chk __getdelim __gets_chk clearerr clearerr_unlocked fclose
// fdopen feof feof_unlocked ferror ferror_unlocked fflush fflush_unlocked fgetc fgetc_unlocked fgets fgets_unlocked
// fileno fileno_unlocked flockfile fopen fopen64 fread fread_unlocked freopen freopen64 fseek fseeko fseeko64 ftell
// ftello ftello64 ftrylockfile funlockfile getc getc_unlocked getchar getchar_unlocked getdelim getline gets getw
// pclose popen remove rename rewind setbuf setbuffer setlinebuf setvbuf tmpfile tmpfile64 ungetc
#define _GNU_SOURCE
#include "clib_test.h"

#include <stdarg.h>
#include <stddef.h>
#include <wchar.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

MODEL(vsscanf);
MODEL(vfscanf);
MODEL(vscanf);
MODEL(sscanf);
MODEL(fscanf);
MODEL(scanf);
MODEL(fgetc);
MODEL(clearerr);
int model___isoc99_sscanf(const char*, const char*, ...);
int model___isoc99_fscanf(FILE*, const char*, ...);
int model___isoc99_scanf(const char*, ...);
int model___isoc99_vsscanf(const char*, const char*, va_list);
int model___isoc99_vfscanf(FILE*, const char*, va_list);
int model___isoc99_vscanf(const char*, va_list);
int model___isoc23_sscanf(const char*, const char*, ...);
int model___isoc23_fscanf(FILE*, const char*, ...);
int model___isoc23_scanf(const char*, ...);
int model___isoc23_vsscanf(const char*, const char*, va_list);
int model___isoc23_vfscanf(FILE*, const char*, va_list);
int model___isoc23_vscanf(const char*, va_list);

// Where the conversions store; each as large as the longest text.
struct places {
  char at[3][128];
};

static struct places real, modelled;
static char text[100], format[100];

// What the model reads from a stream; behind it is the end of the file.
static const char* input;

int tandem_environment_int(void) {
  static bool ended;
  if (ended) return ended = false, 1;
  if (*input) return (unsigned char)*input++;
  return ended = true, -1;
}

static void reset(void) {
  memset(&real, 0x33, sizeof real);
  memset(&modelled, 0x33, sizeof modelled);
}

static void compare(int expected, int result) {
  check(expected == result, "\"%s\" of \"%s\": %d, not %d", format, text, result, expected);
  check(memcmp(&real, &modelled, sizeof real) == 0, "\"%s\" of \"%s\"", format, text);
}

static int from_text(int (*scan)(const char*, const char*, va_list), ...) {
  va_list list;
  va_start(list, scan);
  int done = scan(text, format, list);
  va_end(list);
  return done;
}

static int from_stream(int (*scan)(FILE*, const char*, va_list), FILE* stream, ...) {
  va_list list;
  va_start(list, stream);
  int done = scan(stream, format, list);
  va_end(list);
  return done;
}

static int from_stdin(int (*scan)(const char*, va_list), ...) {
  va_list list;
  va_start(list, scan);
  int done = scan(format, list);
  va_end(list);
  return done;
}

#define REAL real.at[0], real.at[1], real.at[2]
#define PLACES modelled.at[0], modelled.at[1], modelled.at[2]

static void from_texts(void) {
  reset();
  int expected = sscanf(text, format, REAL);
  compare(expected, from_text(model_vsscanf, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, model_sscanf(text, format, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, model___isoc99_sscanf(text, format, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, from_text(model___isoc99_vsscanf, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, model___isoc23_sscanf(text, format, PLACES));
  memset(&modelled, 0x33, sizeof modelled);
  compare(expected, from_text(model___isoc23_vsscanf, PLACES));
}

// The rest of the input must be left, too; the model has its own stream, or stdin.
static void from_streams(void) {
  FILE* file = fmemopen(text, strlen(text), "r");
  FILE* stream = stdin;
  int expected, result = 0;
  if (!file) return;
  reset();
  expected = from_stream(vfscanf, file, REAL);
  input = text;
  model_clearerr(stdin);
  switch (random_below(12)) {
  case 0: result = from_stream(model_vfscanf, stream, PLACES); break;
  case 1: result = from_stdin(model_vscanf, PLACES); break;
  case 2: result = model_fscanf(stream, format, PLACES); break;
  case 3: result = model_scanf(format, PLACES); break;
  case 4: result = from_stream(model___isoc99_vfscanf, stream, PLACES); break;
  case 5: result = from_stdin(model___isoc99_vscanf, PLACES); break;
  case 6: result = model___isoc99_fscanf(stream, format, PLACES); break;
  case 7: result = model___isoc99_scanf(format, PLACES); break;
  case 8: result = from_stream(model___isoc23_vfscanf, stream, PLACES); break;
  case 9: result = from_stdin(model___isoc23_vscanf, PLACES); break;
  case 10: result = model___isoc23_fscanf(stream, format, PLACES); break;
  case 11: result = model___isoc23_scanf(format, PLACES); break;
  }
  compare(expected, result);
  for (int c = 0; c != EOF;) {
    c = fgetc(file);
    int left = model_fgetc(stdin);
    check(c == left, "\"%s\" of \"%s\" leaves %d, not %d", format, text, left, c);
    if (c != left) break;
  }
  while (model_fgetc(stdin) != EOF) continue;
  fclose(file);
}

static void both(void) {
  from_texts();
  from_streams();
}

static char* put_number(char* to) {
  static const char* const odd[] = {"-",
                                    "+",
                                    "0x",
                                    "0x.",
                                    "0x.p1",
                                    "1e",
                                    "1e+",
                                    "1e+5",
                                    ".",
                                    ".5",
                                    "-.e1",
                                    "nan",
                                    "nan(1)",
                                    "inf",
                                    "INFINITY",
                                    "infi",
                                    "-inf",
                                    "na",
                                    "08",
                                    "0x1f",
                                    "-0X1F",
                                    "0x1.8p3",
                                    "(nil)",
                                    "(nix",
                                    "99999999999999999999",
                                    "-99999999999999999999",
                                    "4294967296",
                                    "%"};
  switch (random_below(5)) {
  case 0: return to + sprintf(to, "%s", odd[random_below(sizeof odd / sizeof *odd)]);
  case 1: return to + sprintf(to, "%lld", random_integer());
  case 2: return to + sprintf(to, "%g", random_double());
  case 3: random_string(to, 12, "01289abcxX.+-eE )("); return to + strlen(to);
  default: random_string(to, 12, ""); return to + strlen(to);
  }
}

static void random_case(void) {
  static const char* const separators[] = {"", " ", ",", "\t\n", "x"};
  static const char* const kinds[] = {
      "d",  "i",   "o",  "u",  "x",   "X",  "p",  "c",  "s",  "[0-9]", "[^ ,]", "f",      "g",        "lf",
      "Lf", "hhd", "hd", "ld", "lld", "ju", "zu", "td", "hx", "lx",    "llx",   "[]a-c]", "[^]]",     "[a-f-]",
      "n",  "hhn", "ln", "a",  "%",   "ls", "lc", "jd", "zd", "hhu",   "hu",    "lu",     "[-0-9+.]", "e"};
  char *to = text, *at = format;
  for (unsigned i = 0, count = 1 + random_below(3); i < count; i++) {
    const char* separator = separators[random_below(5)];
    const char* kind = kinds[random_below(sizeof kinds / sizeof *kinds)];
    to = put_number(to);
    to += sprintf(to, "%s", random_below(4) ? separator : separators[random_below(5)]);
    at += sprintf(at, "%%%s", random_below(8) || *kind == '%' || strchr(kind, 'n') ? "" : "*");
    if (random_below(3) == 0 && *kind != '%' && !strchr(kind, 'n')) at += sprintf(at, "%u", 1 + random_below(12));
    at += sprintf(at, "%s%s", kind, separator);
  }
  // The "C" locale has no wide characters beyond ASCII.
  if (strstr(format, "l"))
    for (to = text; *to; to++) *to = (char)(*to & 0x7f ? *to & 0x7f : 1);
}

int main(void) {
  test_begin();
  for (int i = 0; i < 2 * CALLS; i++) {
    random_case();
    both();
  }
  strcpy(text, "12 0x1f abc 3.5 (nil)");
  strcpy(format, "%d%i%s");
  both();
  strcpy(format, "%*d%x%4c");
  both();
  strcpy(text, "");
  both();
  strcpy(text, "   ");
  both();
  return test_end();
}
