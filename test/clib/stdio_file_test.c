// models: stdio_file.c errno.c
// untested: __errno_location
#define _GNU_SOURCE
#include "clib_test.h"

#include <limits.h>

MODEL(__errno_location);
MODEL(fopen);
MODEL(fopen64);
MODEL(fdopen);
MODEL(tmpfile);
MODEL(tmpfile64);
MODEL(popen);
MODEL(pclose);
MODEL(fclose);
MODEL(freopen);
MODEL(freopen64);
MODEL(fgetc);
MODEL(getc);
MODEL(getchar);
MODEL(fgetc_unlocked);
MODEL(getc_unlocked);
MODEL(getchar_unlocked);
int model__IO_getc(FILE*);
MODEL(ungetc);
MODEL(fgets);
MODEL(fgets_unlocked);
char* model_gets(char*);
char* model___fgets_chk(char*, size_t, int, FILE*);
char* model___gets_chk(char*, size_t);
MODEL(fread);
MODEL(fread_unlocked);
size_t model___fread_chk(void*, size_t, size_t, size_t, FILE*);
MODEL(getw);
MODEL(getdelim);
ssize_t model___getdelim(char**, size_t*, int, FILE*);
MODEL(getline);
MODEL(feof);
MODEL(feof_unlocked);
MODEL(ferror);
MODEL(ferror_unlocked);
MODEL(clearerr);
MODEL(clearerr_unlocked);
MODEL(fflush);
MODEL(fflush_unlocked);
MODEL(fseek);
MODEL(fseeko);
MODEL(fseeko64);
MODEL(rewind);
MODEL(ftell);
MODEL(ftello);
MODEL(ftello64);
MODEL(setbuf);
MODEL(setlinebuf);
MODEL(setbuffer);
MODEL(setvbuf);
MODEL(fileno);
MODEL(fileno_unlocked);
MODEL(remove);
MODEL(rename);
MODEL(flockfile);
MODEL(funlockfile);
MODEL(ftrylockfile);

// What the model reads; behind it is the end of the file. Outside of a file, the environment lets calls succeed or
// fail.
static const char* input;
static int outcome = 1;

static int next_byte(void) {
  static bool ended;
  if (!input) return outcome;
  if (ended) return ended = false, 1;
  if (*input) return (unsigned char)*input++;
  return ended = true, -1;
}

int tandem_environment_int(void);
int tandem_unspecified_int(void);
int tandem_environment_int(void) { return next_byte(); }
int tandem_unspecified_int(void) { return next_byte(); }

static char text[200];
static FILE *real, *model;

static void compare_lines(void) {
  char line[64], model_line[64];
  int size = 1 + (int)random_below(60);
  memset(line, 9, sizeof line);
  memset(model_line, 9, sizeof line);
  char* got = fgets(line, size, real);
  char* model_got = NULL;
  switch (random_below(3)) {
  case 0: model_got = model_fgets(model_line, size, model); break;
  case 1: model_got = model_fgets_unlocked(model_line, size, model); break;
  case 2: model_got = model___fgets_chk(model_line, sizeof line, size, model); break;
  }
  check(!got == !model_got && memcmp(line, model_line, sizeof line) == 0, "fgets %d of \"%s\"", size, text);
}

static void compare_blocks(void) {
  char bytes[64], model_bytes[64];
  size_t size = random_below(6), count = random_below(10), model_got = 0;
  memset(bytes, 9, sizeof bytes);
  memset(model_bytes, 9, sizeof bytes);
  size_t got = fread(bytes, size, count, real);
  switch (random_below(3)) {
  case 0: model_got = model_fread(model_bytes, size, count, model); break;
  case 1: model_got = model_fread_unlocked(model_bytes, size, count, model); break;
  case 2: model_got = model___fread_chk(model_bytes, sizeof bytes, size, count, model); break;
  }
  check(got == model_got && memcmp(bytes, model_bytes, sizeof bytes) == 0, "fread %zu %zu", size, count);
}

static void compare_delimited(void) {
  char *line = NULL, *model_line = NULL;
  size_t size = 0, model_size = 0;
  if (random_bool()) {
    line = malloc(size = 2);
    model_line = malloc(model_size = 2);
  }
  int delimiter = random_bool() ? '\n' : 'a';
  ssize_t got = getdelim(&line, &size, delimiter, real), model_got;
  if (delimiter == '\n' && random_bool())
    model_got = model_getline(&model_line, &model_size, model);
  else if (random_bool())
    model_got = model_getdelim(&model_line, &model_size, delimiter, model);
  else
    model_got = model___getdelim(&model_line, &model_size, delimiter, model);
  check(got == model_got, "getdelim: %ld, not %ld", (long)model_got, (long)got);
  check(got < 0 || memcmp(line, model_line, (size_t)got + 1) == 0, "getdelim: %s", line);
  check(model_got < 0 || model_size > (size_t)model_got, "getdelim's size");
  free(line);
  free(model_line);
}

static void compare_characters(void) {
  int c = fgetc(real), model_c = 0;
  switch (random_below(4)) {
  case 0: model_c = model_fgetc(model); break;
  case 1: model_c = model_getc(model); break;
  case 2: model_c = random_bool() ? model_fgetc_unlocked(model) : model_getc_unlocked(model); break;
  case 3: model_c = model__IO_getc(model); break;
  }
  check(c == model_c, "fgetc: %d, not %d", model_c, c);
  if (random_bool()) {
    int back = random_below(4) ? c : (int)random_below(256);
    check(ungetc(back, real) == model_ungetc(back, model), "ungetc(%d)", back);
  }
}

static void compare_contents(void) {
  random_string(text, sizeof text, "ab\ncdefgh \200\377");
  if (!*text) return;
  real = fmemopen(text, strlen(text), "r");
  input = NULL;
  model = model_fopen("name", "r");
  input = text;
  for (int i = 0; i < 12; i++) {
    switch (random_below(6)) {
    case 0: compare_lines(); break;
    case 1: compare_blocks(); break;
    case 2: compare_delimited(); break;
    case 3: check(getw(real) == model_getw(model), "getw"); break;
    default: compare_characters();
    }
    check(!feof(real) == !model_feof(model) && !feof(real) == !model_feof_unlocked(model), "feof");
    check(!ferror(real) == !model_ferror(model) && !model_ferror_unlocked(model), "ferror");
    if (random_below(10) == 0) {
      clearerr(real);
      if (random_bool())
        model_clearerr(model);
      else
        model_clearerr_unlocked(model);
    }
  }
  while (fgetc(real) != EOF) continue;
  while (model_fgetc(model) != EOF) continue;
  fclose(real);
  input = NULL;
  check(model_fclose(model) == 0, "fclose");
}

// stdin, which is the model's own
static void standard_input(void) {
  char line[20];
  input = "ab\ncd\n";
  check(model_getchar() == 'a' && model_getchar_unlocked() == 'b' && model_getc(stdin) == '\n', "getchar");
  check(model_gets(line) == line && strcmp(line, "cd") == 0, "gets");
  check(model_gets(line) == NULL && model_feof(stdin) && !model_ferror(stdin), "gets at the end");
  model_clearerr(stdin);
  input = "xy\n";
  check(model___gets_chk(line, sizeof line) == line && strcmp(line, "xy") == 0, "gets");
  input = NULL;
}

static void opening(void) {
  FILE* stream;
  outcome = 2; // the reason of failures, too: ENOENT
  check((stream = model_fopen64("name", "rb")) && model_fclose(stream) == 0, "fopen64");
  check((stream = model_fdopen(3, "a")) && model_fclose(stream) == 0, "fdopen");
  check(!model_fdopen(-1, "r") && *model___errno_location() == EBADF, "fdopen");
  check((stream = model_tmpfile()) && model_fclose(stream) == 0, "tmpfile");
  check((stream = model_tmpfile64()) && model_fclose(stream) == 0, "tmpfile64");
  check((stream = model_popen("true", "r")) && model_pclose(stream) == 2, "popen");
  check(!model_popen("true", "x") && *model___errno_location() == EINVAL && !popen("true", "x"), "popen");
  check(!model_fopen("name", "x") && *model___errno_location() == EINVAL && !fopen("name", "x"), "fopen");
  check(model_freopen("name", "r", stdin) == stdin && model_freopen64(NULL, "w", stdout) == stdout, "freopen");
  check(model_remove("name") == 0 && model_rename("name", "other") == 0, "remove");
}

static void positions(void) {
  FILE* stream = model_fopen("name", "r");
  model_ungetc('x', stream);
  check(model_fseek(stream, 0, SEEK_SET) == 0 && model_fseeko(stream, 0, SEEK_END) == 0, "fseek");
  check(model_fseeko64(stream, 0, SEEK_CUR) == 0 && model_fseek(stream, 0, 5) == -1, "fseek");
  check(*model___errno_location() == EINVAL, "fseek");
  model_rewind(stream);
  next_int = 77;
  check(model_ftell(stream) == 77 && model_ftello(stream) == 77 && model_ftello64(stream) == 77, "ftell");
  check(model_fflush(stream) == 0 && model_fflush_unlocked(NULL) == 0, "fflush");
  model_setbuf(stream, NULL);
  model_setlinebuf(stream);
  model_setbuffer(stream, NULL, 0);
  check(model_setvbuf(stream, NULL, _IONBF, 0) == setvbuf(stderr, NULL, _IONBF, 0), "setvbuf");
  check(model_setvbuf(stream, NULL, 7, 0) == setvbuf(stderr, NULL, 7, 0), "setvbuf");
  check(model_fileno(stdin) == 0 && model_fileno(stdout) == 1 && model_fileno_unlocked(stderr) == 2, "fileno");
  check(model_fileno(stream) == outcome, "fileno");
  model_flockfile(stream);
  check(model_ftrylockfile(stream) == 0, "ftrylockfile");
  model_funlockfile(stream);
  model_fclose(stream);
}

MODEL(__errno_location);

int main(void) {
  test_begin();
  standard_input();
  for (int i = 0; i < CALLS; i++) compare_contents();
  opening();
  for (int i = 0; i < CALLS / 10; i++) compare_contents();
  positions();
  return test_end();
}
