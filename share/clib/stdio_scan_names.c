// scanf, fscanf and sscanf (C17 7.21.6), by the core in stdio_scan.c, and the names that glibc's headers give them for
// C99 and C23. C23's binary numbers (0b1) are not read.
#include "model.h"

typedef struct _IO_FILE FILE;

extern FILE* stdin;
int vsscanf(const char* text, const char* format, va_list list);
int vfscanf(FILE* stream, const char* format, va_list list);

int vscanf(const char* format, va_list list) { return vfscanf(stdin, format, list); }

int sscanf(const char* text, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vsscanf(text, format, list);
  va_end(list);
  return done;
}

int fscanf(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vfscanf(stream, format, list);
  va_end(list);
  return done;
}

int scanf(const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vfscanf(stdin, format, list);
  va_end(list);
  return done;
}

int __isoc99_vsscanf(const char* text, const char* format, va_list list) { return vsscanf(text, format, list); }
int __isoc99_vfscanf(FILE* stream, const char* format, va_list list) { return vfscanf(stream, format, list); }
int __isoc99_vscanf(const char* format, va_list list) { return vfscanf(stdin, format, list); }

int __isoc99_sscanf(const char* text, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vsscanf(text, format, list);
  va_end(list);
  return done;
}

int __isoc99_fscanf(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vfscanf(stream, format, list);
  va_end(list);
  return done;
}

int __isoc99_scanf(const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vfscanf(stdin, format, list);
  va_end(list);
  return done;
}

int __isoc23_vsscanf(const char* text, const char* format, va_list list) { return vsscanf(text, format, list); }
int __isoc23_vfscanf(FILE* stream, const char* format, va_list list) { return vfscanf(stream, format, list); }
int __isoc23_vscanf(const char* format, va_list list) { return vfscanf(stdin, format, list); }

int __isoc23_sscanf(const char* text, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vsscanf(text, format, list);
  va_end(list);
  return done;
}

int __isoc23_fscanf(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vfscanf(stream, format, list);
  va_end(list);
  return done;
}

int __isoc23_scanf(const char* format, ...) {
  va_list list;
  va_start(list, format);
  int done = vfscanf(stdin, format, list);
  va_end(list);
  return done;
}
