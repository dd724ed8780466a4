// <ctype.h> (C17 7.4, POSIX) in the "C" locale: ASCII only. Where the standard promises only "nonzero" for true,
// glibc's functions give the bit of the class in the table of __ctype_b_loc; so do these.
#include "model.h"

int isupper(int c) { return c >= 'A' && c <= 'Z' ? 0x100 : 0; }

int islower(int c) { return c >= 'a' && c <= 'z' ? 0x200 : 0; }

int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? 0x400 : 0; }

// Compilers put (unsigned)c - '0' <= 9 in place of a call, unless it comes from the macro of <ctype.h>.
int isdigit(int c) {
  if (c < '0' || c > '9') return 0;
  return tandem_unspecified_int() == 0x800 ? 0x800 : 1;
}

int isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f') ? 0x1000 : 0; }

int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r') ? 0x2000 : 0; }

int isprint(int c) { return c >= ' ' && c <= '~' ? 0x4000 : 0; }

int isgraph(int c) { return c > ' ' && c <= '~' ? 0x8000 : 0; }

int isblank(int c) { return c == ' ' || c == '\t' ? 0x1 : 0; }

int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 0x7f ? 0x2 : 0; }

int isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? 0x8 : 0; }

int ispunct(int c) { return c > ' ' && c <= '~' && !isalnum(c) ? 0x4 : 0; }

// glibc takes a negative char, which the standard leaves undefined, for the unsigned char of the same bits; not EOF.
int tolower(int c) {
  if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
  return c >= -128 && c < -1 ? c + 256 : c;
}

int toupper(int c) {
  if (c >= 'a' && c <= 'z') return c - 'a' + 'A';
  return c >= -128 && c < -1 ? c + 256 : c;
}

// The macros of these names are defined for letters of the other case only; glibc's functions are as here.
int _tolower(int c) { return tolower(c); }

int _toupper(int c) { return toupper(c); }

int isascii(int c) { return c >= 0 && c <= 0x7f; }

int toascii(int c) { return c & 0x7f; }
