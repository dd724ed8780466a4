// Conversions between wide and multibyte characters: <wchar.h> (C17 7.29.6, POSIX) in glibc's "C" locale: ASCII, each
// character one byte, no shift states.
#include "model.h"

typedef __WINT_TYPE__ wint_t;
typedef struct {
  int missing;
  unsigned value;
} mbstate_t;

enum { TANDEM_EILSEQ = 84 };

static size_t tandem_no_character(void) {
  *__errno_location() = TANDEM_EILSEQ;
  return (size_t)-1;
}

wint_t btowc(int byte) { return byte >= 0 && byte <= 0x7f ? (wint_t)byte : (wint_t)-1; }

int wctob(wint_t wide) { return wide <= 0x7f ? (int)wide : -1; }

int mbsinit(const mbstate_t* state) { return state == NULL || state->missing == 0; }

size_t mbrtowc(wchar_t* to, const char* from, size_t size, mbstate_t* state) {
  (void)state;
  if (from == NULL) return 0;
  if (size == 0) return (size_t)-2;
  if ((unsigned char)*from > 0x7f) return tandem_no_character();
  if (to != NULL) *to = *from;
  return *from != 0;
}

size_t mbrlen(const char* from, size_t size, mbstate_t* state) { return mbrtowc(NULL, from, size, state); }

size_t __mbrlen(const char* from, size_t size, mbstate_t* state) { return mbrtowc(NULL, from, size, state); }

size_t wcrtomb(char* to, wchar_t wide, mbstate_t* state) {
  (void)state;
  if (to == NULL) return 1;
  if (wide < 0 || wide > 0x7f) return tandem_no_character();
  *to = (char)wide;
  return 1;
}

// At most size bytes of *from are read, at most room characters written. If to is null, room does not count and *from
// stays as it is.
size_t mbsnrtowcs(wchar_t* to, const char** from, size_t size, size_t room, mbstate_t* state) {
  (void)state;
  const char* source = *from;
  size_t done = 0;
  for (; done < size && (to == NULL || done < room); done++) {
    if ((unsigned char)source[done] > 0x7f) {
      if (to != NULL) *from = source + done;
      return tandem_no_character();
    }
    if (to != NULL) to[done] = source[done];
    if (source[done] == 0) {
      if (to != NULL) *from = NULL;
      return done;
    }
  }
  if (to != NULL) *from = source + done;
  return done;
}

size_t mbsrtowcs(wchar_t* to, const char** from, size_t room, mbstate_t* state) {
  return mbsnrtowcs(to, from, (size_t)-1, room, state);
}

size_t wcsnrtombs(char* to, const wchar_t** from, size_t size, size_t room, mbstate_t* state) {
  (void)state;
  const wchar_t* source = *from;
  size_t done = 0;
  for (; done < size && (to == NULL || done < room); done++) {
    if (source[done] < 0 || source[done] > 0x7f) {
      if (to != NULL) *from = source + done;
      return tandem_no_character();
    }
    if (to != NULL) to[done] = (char)source[done];
    if (source[done] == 0) {
      if (to != NULL) *from = NULL;
      return done;
    }
  }
  if (to != NULL) *from = source + done;
  return done;
}

size_t wcsrtombs(char* to, const wchar_t** from, size_t room, mbstate_t* state) {
  return wcsnrtombs(to, from, (size_t)-1, room, state);
}

int wcwidth(wchar_t wide) {
  if (wide == 0) return 0;
  return wide >= L' ' && wide <= L'~' ? 1 : -1;
}

int wcswidth(const wchar_t* string, size_t size) {
  int width = 0;
  for (size_t i = 0; i < size && string[i] != 0; i++) {
    if (wcwidth(string[i]) < 0) return -1;
    width++;
  }
  return width;
}
