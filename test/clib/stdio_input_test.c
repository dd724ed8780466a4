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

MODEL(feof);
MODEL(fgetc);
MODEL(rewind);
MODEL(ungetc);
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

// What the model reads: characters of a text, one by one, and numbers, which this oracle converts as the library does.
static const char* rest;     // of the text
static const char* numbers;  // the conversions of the format that read numbers, in order
static long long value;      // of the last one that converted
static int is_value, is_end; // asked for next: the value of that number; whether EOF was the end (not an error)

int model___tandem_know_next(FILE*, int);

// Whether the model has passed over white space, which it does not read.
static bool is_behind_spaces(void) {
  enum { no_space = 5 };
  int known = model___tandem_know_next(stdin, 0);
  model___tandem_know_next(stdin, known);
  return known == no_space;
}

int tandem_environment_int(void) {
  if (is_end) {
    is_end = 0;
    return 1;
  }
  if (is_behind_spaces()) rest += strspn(rest, " \t\n");
  if (*rest) return (unsigned char)*rest++;
  is_end = 1;
  return -1;
}

// Behind what fscanf takes of a number that is none: white space and a sign.
static void pass_no_number(void) {
  rest += strspn(rest, " \t\n");
  if (*rest == '+' || *rest == '-') rest++;
}

long long tandem_environment_llong(void) {
  char format[8];
  int length = 0, done;
  if (is_value) {
    is_value = 0;
    return value;
  }
  sprintf(format, "%%ll%c%%n", *numbers++);
  done = sscanf(rest, format, &value, &length);
  if (done == EOF) return 2;
  if (done == 0) {
    pass_no_number();
    return 1;
  }
  rest += length;
  is_value = 1;
  return 0;
}

// What has a width may have ended with it: the oracle says that it did.
int tandem_unspecified_int(void) { return 0; }

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

// Forgets what was read and pushed back.
static void begin(void) {
  is_end = 1; // it can be rewound
  model_rewind(stdin);
  is_value = is_end = 0;
}

struct scanned {
  int number, other, done;
  unsigned hex;
  char word[16], set[16], letter;
  int ended, after[3], ended_then;
};

static struct scanned fresh(void) {
  struct scanned result;
  memset(&result, 0, sizeof result);
  result.number = result.other = result.done = 7;
  result.hex = 9;
  strcpy(result.word, "?");
  strcpy(result.set, "?");
  result.letter = '?';
  return result;
}

// A format, the numbers in it, and its arguments.
#define FORMATS(F)                                                                                                     \
  F("%d", "d", &r.number)                                                                                              \
  F("%d%c", "d", &r.number, &r.letter)                                                                                 \
  F("%d %c", "d", &r.number, &r.letter)                                                                                \
  F("%d%d", "dd", &r.number, &r.other)                                                                                 \
  F("%d,%d", "dd", &r.number, &r.other)                                                                                \
  F("%i;%x", "ix", &r.number, &r.hex)                                                                                  \
  F("%x%7s", "x", &r.hex, r.word)                                                                                      \
  F("%9s%d", "d", r.word, &r.number)                                                                                   \
  F("%9[a-c1]%c", "", r.set, &r.letter)                                                                                \
  F("%9[^\n]%c", "", r.set, &r.letter)                                                                                 \
  F("%d%%%9s", "d", &r.number, r.word)                                                                                 \
  F("%2c%o", "o", r.set, &r.number)                                                                                    \
  F("ab%d\n%c", "d", &r.number, &r.letter)

static void ask_after(FILE* stream, struct scanned* r, int (*end)(FILE*), int (*get)(FILE*)) {
  r->ended = end(stream) != 0;
  for (int i = 0; i < 3; i++) r->after[i] = get(stream);
  r->ended_then = end(stream) != 0;
}

static struct scanned by_library(unsigned which, char* text) {
  struct scanned r = fresh();
  FILE* stream = fmemopen(text, strlen(text), "r");
  unsigned i = 0;
#define REAL(format, kinds, ...)                                                                                       \
  if (which == i++) r.done = fscanf(stream, format, __VA_ARGS__);
  FORMATS(REAL)
  ask_after(stream, &r, feof, fgetc);
  fclose(stream);
  return r;
}

static struct scanned by_model(unsigned which, const char* text) {
  struct scanned r = fresh();
  unsigned i = 0;
  int result = 0;
  begin();
  rest = text;
#define OURS(format, kinds, ...)                                                                                       \
  if (which == i++) {                                                                                                  \
    numbers = kinds;                                                                                                   \
    ALL_NAMES(format, __VA_ARGS__)                                                                                     \
  }
  FORMATS(OURS)
  r.done = result;
  ask_after(stdin, &r, model_feof, model_fgetc);
  return r;
}

static void conversions(void) {
  char text[24];
  enum { formats = 13 };
  unsigned which = random_below(formats);
  random_string(text, random_bool() ? sizeof text : 5, random_bool() ? "12 \n-," : "078ab+- \n,;%xz");
  if (text[0] == 0) return; // fmemopen refuses
  struct scanned real = by_library(which, text), model = by_model(which, text);
  check(real.done == model.done, "format %u of \"%s\": %d, not %d", which, text, model.done, real.done);
  check(real.number == model.number && real.other == model.other && real.hex == model.hex &&
            real.letter == model.letter && strcmp(real.word, model.word) == 0 && strcmp(real.set, model.set) == 0,
        "format %u of \"%s\"", which, text);
  check(real.ended == model.ended && real.ended_then == model.ended_then &&
            memcmp(real.after, model.after, sizeof real.after) == 0,
        "behind format %u of \"%s\": %d %d %d, end %d, not %d %d %d, end %d", which, text, model.after[0],
        model.after[1], model.after[2], model.ended, real.after[0], real.after[1], real.after[2], real.ended);
}

// What was pushed back is read first; a number that begins with it is left open.
static void pushed_back(void) {
  char letter = '?', word[8] = "?";
  int number = 7;
  begin();
  rest = "bc d";
  model_ungetc('a', stdin);
  check(model_scanf("%d", &number) == 0 && number == 7, "a is no number");
  check(model_scanf("%7s", word) == 1 && strcmp(word, "abc") == 0, "%s", word);
  check(model_scanf(" %c", &letter) == 1 && letter == 'd', "%c", letter);
}

int main(void) {
  test_begin();
  for (int i = 0; i < 20 * CALLS; i++) conversions();
  for (int i = 0; i < CALLS; i++) pushed_back();
  return test_end();
}
