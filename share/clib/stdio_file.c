// Streams and what is read from them (C17 7.21.4, 5, 7 to 10; POSIX getline, fdopen, popen, fileno). Whether a file can
// be opened and what it and stdin hold, the environment decides, as long as the program itself opened no file to write
// to; then what is read is open, for the program may read what it wrote. Writing is in stdio_print.c and always
// succeeds.
#include "model.h"

enum { TANDEM_EOF = -1, TANDEM_EINVAL = 22 };

// What is known of a character that fscanf has looked at and not taken; stdio_input.c has the same list.
enum tandem_next {
  TANDEM_NOT_READ,
  TANDEM_ANY,
  TANDEM_NO_DIGIT,
  TANDEM_NO_OCTAL_DIGIT,
  TANDEM_NO_HEX_DIGIT,
  TANDEM_NO_SPACE,
};

// The streams that the program opens; the three standard ones may be objects of another type, and are not looked into.
typedef struct _IO_FILE {
  int end, error;
  int pushed[2]; // characters pushed back, the first to be read last; -1: none. fscanf may leave one, ungetc another.
  int is_process;
  int next; // an enum tandem_next, of the first character that is not pushed back
} FILE;

_Noreturn void abort(void);
extern FILE* stdin;
extern FILE* stdout;
extern FILE* stderr;

static FILE tandem_stdin = {0, 0, {-1, -1}, 0, 0}, tandem_stdout = {0, 0, {-1, -1}, 0, 0},
            tandem_stderr = {0, 0, {-1, -1}, 0, 0};
static int tandem_writes_files;

static FILE* tandem_stream(FILE* stream) {
  if (stream == stdin) return &tandem_stdin;
  if (stream == stdout) return &tandem_stdout;
  if (stream == stderr) return &tandem_stderr;
  return stream;
}

static int tandem_succeeds(void) { return tandem_environment_int() != 0; }

// Some reason, as an errno.
static void tandem_set_error(void) {
  int error = tandem_environment_int();
  tandem_assume(error > 0 && error < 134);
  *__errno_location() = error;
}

static int tandem_known_mode(const char* mode) { return mode[0] == 'r' || mode[0] == 'w' || mode[0] == 'a'; }

static FILE* tandem_open(const char* mode) {
  FILE* stream;
  if (!tandem_known_mode(mode)) {
    *__errno_location() = TANDEM_EINVAL;
    return NULL;
  }
  if (!tandem_succeeds()) {
    tandem_set_error();
    return NULL;
  }
  stream = malloc(sizeof(FILE));
  if (!stream) return NULL;
  if (mode[0] != 'r') tandem_writes_files = 1;
  for (int i = 1; mode[0] == 'r' && mode[i] && mode[i] != ','; i++)
    if (mode[i] == '+') tandem_writes_files = 1;
  stream->end = stream->error = stream->is_process = stream->next = 0;
  stream->pushed[0] = stream->pushed[1] = -1;
  return stream;
}

FILE* fopen(const char* name, const char* mode) {
  for (size_t i = 0; name[i]; i++) continue;
  return tandem_open(mode);
}

FILE* fopen64(const char* name, const char* mode) { return fopen(name, mode); }

FILE* fdopen(int descriptor, const char* mode) {
  if (descriptor < 0) {
    *__errno_location() = tandem_known_mode(mode) ? 9 : TANDEM_EINVAL; // EBADF
    return NULL;
  }
  return tandem_open(mode);
}

FILE* tmpfile(void) { return tandem_open("w+"); }
FILE* tmpfile64(void) { return tmpfile(); }

FILE* popen(const char* command, const char* mode) {
  for (size_t i = 0; command[i]; i++) continue;
  if (mode[0] != 'r' && mode[0] != 'w') {
    *__errno_location() = TANDEM_EINVAL;
    return NULL;
  }
  FILE* stream = tandem_open(mode);
  tandem_writes_files = 1; // what the process prints may depend on what the program did
  if (stream) stream->is_process = 1;
  return stream;
}

int fclose(FILE* stream) {
  if (stream != stdin && stream != stdout && stream != stderr) free(stream);
  return 0;
}

int pclose(FILE* stream) {
  int status = tandem_unspecified_int();
  tandem_assume(status >= -1 && status <= 0xffff);
  free(stream);
  return status;
}

// The stream keeps its place; if it cannot be opened again, it is closed.
FILE* freopen(const char* name, const char* mode, FILE* stream) {
  FILE* file = tandem_stream(stream);
  for (size_t i = 0; name && name[i]; i++) continue;
  if (!tandem_known_mode(mode) || !tandem_succeeds()) {
    tandem_set_error();
    fclose(stream);
    return NULL;
  }
  tandem_writes_files = 1;
  file->end = file->error = file->next = 0;
  file->pushed[0] = file->pushed[1] = -1;
  return stream;
}

FILE* freopen64(const char* name, const char* mode, FILE* stream) { return freopen(name, mode, stream); }

static int tandem_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int tandem_may_be_next(int next, int c) {
  switch (next) {
  case TANDEM_NO_DIGIT: return c < '0' || c > '9';
  case TANDEM_NO_OCTAL_DIGIT: return c < '0' || c > '7';
  case TANDEM_NO_HEX_DIGIT: return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
  case TANDEM_NO_SPACE: return !tandem_is_space(c);
  default: return 1;
  }
}

// For stdio_input.c, as the other two below: the character that was pushed back last, or EOF.
int __tandem_take_pushed(FILE* stream) {
  FILE* file = tandem_stream(stream);
  int c = file->pushed[1];
  if (c >= 0) {
    file->pushed[1] = -1;
    return c;
  }
  c = file->pushed[0];
  file->pushed[0] = -1;
  return c;
}

// What was known before is the result.
int __tandem_know_next(FILE* stream, int next) {
  FILE* file = tandem_stream(stream);
  int before = file->next;
  file->next = next;
  return before;
}

int fgetc(FILE* stream) {
  FILE* file = tandem_stream(stream);
  int c = __tandem_take_pushed(stream);
  if (c >= 0) return c;
  if (file->end) return TANDEM_EOF;
  c = tandem_writes_files && stream != stdin ? tandem_unspecified_int() : tandem_environment_int();
  tandem_assume(c >= TANDEM_EOF && c <= 255 && tandem_may_be_next(file->next, c));
  file->next = TANDEM_NOT_READ;
  if (c >= 0) return c;
  if (tandem_succeeds()) {
    file->end = 1;
  } else {
    file->error = 1;
    tandem_set_error();
  }
  return TANDEM_EOF;
}

int getc(FILE* stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int fgetc_unlocked(FILE* stream) { return fgetc(stream); }
int getc_unlocked(FILE* stream) { return fgetc(stream); }
int getchar_unlocked(void) { return fgetc(stdin); }
int _IO_getc(FILE* stream) { return fgetc(stream); }

int ungetc(int c, FILE* stream) {
  FILE* file = tandem_stream(stream);
  if (c == TANDEM_EOF) return TANDEM_EOF;
  if (file->pushed[0] < 0)
    file->pushed[0] = (unsigned char)c;
  else if (file->pushed[1] < 0)
    file->pushed[1] = (unsigned char)c;
  else
    return TANDEM_EOF;
  file->end = 0;
  return (unsigned char)c;
}

// A null pointer if nothing was read, or on an error.
static char* tandem_read_line(char* line, size_t object_size, int size, FILE* stream, int keeps_newline) {
  FILE* file = tandem_stream(stream);
  int length = 0, c = 0, error_before = file->error;
  if (size <= 0) return NULL;
  while (length < size - 1) {
    c = fgetc(stream);
    if (c == TANDEM_EOF || (c == '\n' && !keeps_newline)) break;
    if ((size_t)length + 1 >= object_size) abort();
    line[length++] = (char)c;
    if (c == '\n') break;
  }
  if (c == TANDEM_EOF && (length == 0 || (file->error && !error_before))) return NULL;
  line[length] = 0;
  return line;
}

char* fgets(char* line, int size, FILE* stream) { return tandem_read_line(line, (size_t)-1, size, stream, 1); }
char* fgets_unlocked(char* line, int size, FILE* stream) { return fgets(line, size, stream); }
char* gets(char* line) { return tandem_read_line(line, (size_t)-1, 2147483647, stdin, 0); }

// With _FORTIFY_SOURCE the program is aborted before an object overflows.
char* __fgets_chk(char* line, size_t object_size, int size, FILE* stream) {
  return tandem_read_line(line, object_size, size, stream, 1);
}

char* __gets_chk(char* line, size_t object_size) { return tandem_read_line(line, object_size, 2147483647, stdin, 0); }

size_t fread(void* bytes, size_t size, size_t count, FILE* stream) {
  if (size == 0) return 0;
  for (size_t i = 0; i < size * count; i++) {
    int c = fgetc(stream);
    if (c == TANDEM_EOF) return i / size;
    ((unsigned char*)bytes)[i] = (unsigned char)c;
  }
  return count;
}

size_t fread_unlocked(void* bytes, size_t size, size_t count, FILE* stream) {
  return fread(bytes, size, count, stream);
}

size_t __fread_chk(void* bytes, size_t object_size, size_t size, size_t count, FILE* stream) {
  if (size != 0 && count > object_size / size) abort();
  return fread(bytes, size, count, stream);
}

int getw(FILE* stream) {
  int word;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : TANDEM_EOF;
}

// The block grows by copying, to at least 120 bytes as glibc's does.
ssize_t getdelim(char** line, size_t* size, int delimiter, FILE* stream) {
  size_t length = 0;
  int c;
  if (!line || !size) {
    *__errno_location() = TANDEM_EINVAL;
    return -1;
  }
  if (!*line || *size == 0) {
    char* block = malloc(120);
    if (!block) return -1;
    free(*line);
    *line = block;
    *size = 120;
  }
  do {
    c = fgetc(stream);
    if (c == TANDEM_EOF) break;
    if (length + 1 >= *size) {
      char* block = malloc(2 * *size);
      if (!block) return -1;
      for (size_t i = 0; i < length; i++) block[i] = (*line)[i];
      free(*line);
      *line = block;
      *size *= 2;
    }
    (*line)[length++] = (char)c;
  } while (c != delimiter);
  if (length == 0) return -1;
  (*line)[length] = 0;
  return (ssize_t)length;
}

ssize_t __getdelim(char** line, size_t* size, int delimiter, FILE* stream) {
  return getdelim(line, size, delimiter, stream);
}

ssize_t getline(char** line, size_t* size, FILE* stream) { return getdelim(line, size, '\n', stream); }

// For stdio_input.c.
void __tandem_end_stream(FILE* stream) { tandem_stream(stream)->end = 1; }
int __tandem_is_own_text(FILE* stream) { return tandem_writes_files && stream != stdin; }

// What fscanf has looked at may have been the end.
static FILE* tandem_looked_at(FILE* stream) {
  FILE* file = tandem_stream(stream);
  if (file->next != TANDEM_NOT_READ && file->pushed[0] < 0) ungetc(fgetc(stream), stream);
  return file;
}

int feof(FILE* stream) { return tandem_looked_at(stream)->end; }
int feof_unlocked(FILE* stream) { return feof(stream); }
int ferror(FILE* stream) { return tandem_looked_at(stream)->error; }
int ferror_unlocked(FILE* stream) { return ferror(stream); }

void clearerr(FILE* stream) {
  FILE* file = tandem_stream(stream);
  file->end = file->error = 0;
}

void clearerr_unlocked(FILE* stream) { clearerr(stream); }

int fflush(FILE* stream) {
  (void)stream;
  return 0;
}

int fflush_unlocked(FILE* stream) { return fflush(stream); }

// A pipe or terminal has no positions.
int fseek(FILE* stream, long offset, int origin) {
  FILE* file = tandem_stream(stream);
  (void)offset;
  if (origin < 0 || origin > 2) {
    *__errno_location() = TANDEM_EINVAL;
    return -1;
  }
  if (!tandem_succeeds()) {
    tandem_set_error();
    return -1;
  }
  file->end = file->next = 0;
  file->pushed[0] = file->pushed[1] = -1;
  return 0;
}

int fseeko(FILE* stream, long offset, int origin) { return fseek(stream, offset, origin); }
int fseeko64(FILE* stream, long long offset, int origin) { return fseek(stream, (long)offset, origin); }

void rewind(FILE* stream) {
  fseek(stream, 0, 0);
  tandem_stream(stream)->error = 0;
}

// The position is open, not the environment's: it depends on what the program did.
long ftell(FILE* stream) {
  long position = tandem_unspecified_long();
  (void)stream;
  tandem_assume(position >= -1);
  if (position < 0) tandem_set_error();
  return position;
}

long ftello(FILE* stream) { return ftell(stream); }

long long ftello64(FILE* stream) { return ftell(stream); }

void setbuf(FILE* stream, char* buffer) { (void)stream, (void)buffer; }
void setlinebuf(FILE* stream) { (void)stream; }
void setbuffer(FILE* stream, char* buffer, size_t size) { (void)stream, (void)buffer, (void)size; }

// _IOFBF, _IOLBF, _IONBF are 0, 1, 2.
int setvbuf(FILE* stream, char* buffer, int mode, size_t size) {
  (void)stream, (void)buffer, (void)size;
  return mode >= 0 && mode <= 2 ? 0 : -1;
}

int fileno(FILE* stream) {
  int descriptor;
  if (stream == stdin) return 0;
  if (stream == stdout) return 1;
  if (stream == stderr) return 2;
  descriptor = tandem_unspecified_int();
  tandem_assume(descriptor >= 0);
  return descriptor;
}

int fileno_unlocked(FILE* stream) { return fileno(stream); }

static int tandem_changes_file(const char* name) {
  for (size_t i = 0; name[i]; i++) continue;
  tandem_writes_files = 1;
  if (tandem_succeeds()) return 0;
  tandem_set_error();
  return -1;
}

int remove(const char* name) { return tandem_changes_file(name); }

int rename(const char* from, const char* to) {
  for (size_t i = 0; from[i]; i++) continue;
  return tandem_changes_file(to);
}

void flockfile(FILE* stream) { (void)stream; }
void funlockfile(FILE* stream) { (void)stream; }
int ftrylockfile(FILE* stream) {
  (void)stream;
  return 0;
}
