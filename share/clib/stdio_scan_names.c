// sscanf (C17 7.21.6.7), by the core in stdio_scan.c, and the names that glibc's headers give it and vsscanf for C99
// and C23. C23's binary numbers (0b1) are not read.
#include "model.h"

int vsscanf(const char* text, const char* format, va_list list);

int __isoc99_vsscanf(const char* text, const char* format, va_list list) { return vsscanf(text, format, list); }
int __isoc23_vsscanf(const char* text, const char* format, va_list list) { return vsscanf(text, format, list); }

#define TANDEM_SSCANF(name)                                                                                            \
  int name(const char* text, const char* format, ...) {                                                                \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    int done = vsscanf(text, format, list);                                                                            \
    va_end(list);                                                                                                      \
    return done;                                                                                                       \
  }

TANDEM_SSCANF(sscanf)
TANDEM_SSCANF(__isoc99_sscanf)
TANDEM_SSCANF(__isoc23_sscanf)
