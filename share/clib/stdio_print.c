// Formatted output (C17 7.21.6, POSIX dprintf, GNU asprintf) by vsnprintf, and plain output (7.21.7, 7.21.8.2). What is
// written to a stream or file goes nowhere and every write succeeds; the results are those of glibc.
#include "model.h"

typedef struct _IO_FILE FILE;

int vsnprintf(char* text, size_t size, const char* format, va_list list);
_Noreturn void abort(void);

int vsprintf(char* text, const char* format, va_list list) { return vsnprintf(text, (size_t)-1, format, list); }

int vfprintf(FILE* stream, const char* format, va_list list) {
  (void)stream;
  return vsnprintf(NULL, 0, format, list);
}

int vprintf(const char* format, va_list list) { return vsnprintf(NULL, 0, format, list); }

// Whether a descriptor other than those of the standard streams can be written to, the environment knows.
int vdprintf(int descriptor, const char* format, va_list list) {
  int length = vsnprintf(NULL, 0, format, list);
  if (descriptor != 1 && descriptor != 2 && (descriptor < 0 || tandem_environment_int() == 0)) {
    *__errno_location() = 9; // EBADF
    return -1;
  }
  return length;
}

int vasprintf(char** text, const char* format, va_list list) {
  va_list again;
  int length;
  va_copy(again, list);
  length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0) return -1;
  char* block = malloc((size_t)length + 1);
  if (!block) return -1;
  *text = block;
  vsnprintf(block, (size_t)length + 1, format, list);
  return length;
}

int snprintf(char* text, size_t size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text, size, format, list);
  va_end(list);
  return length;
}

int sprintf(char* text, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsprintf(text, format, list);
  va_end(list);
  return length;
}

int printf(const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = vprintf(format, list);
  va_end(list);
  return length;
}

int fprintf(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = vfprintf(stream, format, list);
  va_end(list);
  return length;
}

int dprintf(int descriptor, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = vdprintf(descriptor, format, list);
  va_end(list);
  return length;
}

int asprintf(char** text, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = vasprintf(text, format, list);
  va_end(list);
  return length;
}

// What the headers make of the calls with _FORTIFY_SOURCE: the program is aborted before an object overflows.

int __vsnprintf_chk(char* text, size_t size, int flag, size_t object_size, const char* format, va_list list) {
  (void)flag;
  if (object_size < size) abort();
  return vsnprintf(text, size, format, list);
}

int __vsprintf_chk(char* text, int flag, size_t object_size, const char* format, va_list list) {
  (void)flag;
  if (object_size == 0) abort();
  int length = vsnprintf(text, object_size, format, list);
  if (length >= 0 && (size_t)length >= object_size) abort();
  return length;
}

int __vfprintf_chk(FILE* stream, int flag, const char* format, va_list list) {
  (void)flag;
  return vfprintf(stream, format, list);
}

int __vprintf_chk(int flag, const char* format, va_list list) {
  (void)flag;
  return vprintf(format, list);
}

int __vdprintf_chk(int descriptor, int flag, const char* format, va_list list) {
  (void)flag;
  return vdprintf(descriptor, format, list);
}

int __vasprintf_chk(char** text, int flag, const char* format, va_list list) {
  (void)flag;
  return vasprintf(text, format, list);
}

int __snprintf_chk(char* text, size_t size, int flag, size_t object_size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = __vsnprintf_chk(text, size, flag, object_size, format, list);
  va_end(list);
  return length;
}

int __sprintf_chk(char* text, int flag, size_t object_size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = __vsprintf_chk(text, flag, object_size, format, list);
  va_end(list);
  return length;
}

int __fprintf_chk(FILE* stream, int flag, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = __vfprintf_chk(stream, flag, format, list);
  va_end(list);
  return length;
}

int __printf_chk(int flag, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = __vprintf_chk(flag, format, list);
  va_end(list);
  return length;
}

int __dprintf_chk(int descriptor, int flag, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = __vdprintf_chk(descriptor, flag, format, list);
  va_end(list);
  return length;
}

int __asprintf_chk(char** text, int flag, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int length = __vasprintf_chk(text, flag, format, list);
  va_end(list);
  return length;
}

int fputc(int c, FILE* stream) {
  (void)stream;
  return (unsigned char)c;
}

int putc(int c, FILE* stream) { return fputc(c, stream); }
int putchar(int c) { return (unsigned char)c; }
int fputc_unlocked(int c, FILE* stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE* stream) { return fputc(c, stream); }
int putchar_unlocked(int c) { return (unsigned char)c; }
int _IO_putc(int c, FILE* stream) { return fputc(c, stream); }

// glibc's result is 1 for fputs, and the length with the new line for puts.
int fputs(const char* text, FILE* stream) {
  size_t length = 0;
  (void)stream;
  while (text[length]) length++;
  return 1;
}

int fputs_unlocked(const char* text, FILE* stream) { return fputs(text, stream); }

int puts(const char* text) {
  size_t length = 0;
  while (text[length]) length++;
  return length < 2147483647 ? (int)length + 1 : 2147483647;
}

int putw(int word, FILE* stream) {
  (void)word, (void)stream;
  return 0;
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* stream) {
  (void)stream;
  if (size == 0) return 0;
  for (size_t i = 0; i < size * count; i++) (void)((const volatile unsigned char*)bytes)[i];
  return count;
}

size_t fwrite_unlocked(const void* bytes, size_t size, size_t count, FILE* stream) {
  return fwrite(bytes, size, count, stream);
}

void perror(const char* text) {
  for (size_t i = 0; text && text[i]; i++) continue;
}

void psignal(int signal, const char* text) {
  (void)signal;
  perror(text);
}
