// Multibyte characters in the "C" locale of glibc, whose characters are those of ASCII: C17 7.22.7 and 7.22.8.
#include "model.h"

enum { TANDEM_EILSEQ = 84 };

static int tandem_no_character(void) {
  *__errno_location() = TANDEM_EILSEQ;
  return -1;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }

// Of no bytes there is no character, but glibc looks at the first one nevertheless and finds the end of a string.
int mbtowc(wchar_t* wide, const char* bytes, size_t size) {
  if (!bytes) return 0;
  if (size == 0) {
    if (tandem_unspecified_int() != 0) return -1;
    if (wide) *wide = 0;
    return 0;
  }
  if ((unsigned char)*bytes > 127) return tandem_no_character();
  if (wide) *wide = *bytes;
  return *bytes != 0;
}

int mblen(const char* bytes, size_t size) { return mbtowc(NULL, bytes, size); }

int wctomb(char* bytes, wchar_t wide) {
  if (!bytes) return 0;
  if (wide < 0 || wide > 127) return tandem_no_character();
  *bytes = (char)wide;
  return 1;
}

size_t mbstowcs(wchar_t* wide, const char* bytes, size_t size) {
  size_t i = 0;
  for (; (!wide || i < size) && bytes[i] != 0; i++) {
    if ((unsigned char)bytes[i] > 127) return (size_t)tandem_no_character();
    if (wide) wide[i] = bytes[i];
  }
  if (wide && i < size) wide[i] = 0;
  return i;
}

size_t wcstombs(char* bytes, const wchar_t* wide, size_t size) {
  size_t i = 0;
  for (; (!bytes || i < size) && wide[i] != 0; i++) {
    if (wide[i] < 0 || wide[i] > 127) return (size_t)tandem_no_character();
    if (bytes) bytes[i] = (char)wide[i];
  }
  if (bytes && i < size) bytes[i] = 0;
  return i;
}

// What _FORTIFY_SOURCE makes of calls: room is the size of the target, in characters.
_Noreturn void __chk_fail(void);

size_t __mbstowcs_chk(wchar_t* wide, const char* bytes, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return mbstowcs(wide, bytes, size);
}

size_t __wcstombs_chk(char* bytes, const wchar_t* wide, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return wcstombs(bytes, wide, size);
}

int __wctomb_chk(char* bytes, wchar_t wide, size_t room) {
  if (room < 1) __chk_fail();
  return wctomb(bytes, wide);
}
