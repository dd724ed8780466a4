// Searching wide strings: <wchar.h> (C17 7.29.4.5, POSIX, GNU).
#include "model.h"

wchar_t* wmemchr(const wchar_t* in, wchar_t wanted, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (in[i] == wanted) return (wchar_t*)(in + i);
  return NULL;
}

// The null character is part of the string.
wchar_t* wcschr(const wchar_t* string, wchar_t wanted) {
  while (*string != wanted) {
    if (*string == 0) return NULL;
    string++;
  }
  return (wchar_t*)string;
}

wchar_t* wcschrnul(const wchar_t* string, wchar_t wanted) {
  while (*string != 0 && *string != wanted) string++;
  return (wchar_t*)string;
}

wchar_t* wcsrchr(const wchar_t* string, wchar_t wanted) {
  const wchar_t* last = NULL;
  for (;; string++) {
    if (*string == wanted) last = string;
    if (*string == 0) return (wchar_t*)last;
  }
}

static int tandem_is_one_of(wchar_t wanted, const wchar_t* set) {
  for (; *set != 0; set++)
    if (*set == wanted) return 1;
  return 0;
}

size_t wcsspn(const wchar_t* string, const wchar_t* accepted) {
  size_t length = 0;
  while (string[length] != 0 && tandem_is_one_of(string[length], accepted)) length++;
  return length;
}

size_t wcscspn(const wchar_t* string, const wchar_t* rejected) {
  size_t length = 0;
  while (string[length] != 0 && !tandem_is_one_of(string[length], rejected)) length++;
  return length;
}

wchar_t* wcspbrk(const wchar_t* string, const wchar_t* accepted) {
  string += wcscspn(string, accepted);
  return *string == 0 ? NULL : (wchar_t*)string;
}

wchar_t* wcsstr(const wchar_t* string, const wchar_t* wanted) {
  for (;; string++) {
    size_t same = 0;
    while (wanted[same] != 0 && string[same] == wanted[same]) same++;
    if (wanted[same] == 0) return (wchar_t*)string;
    if (string[same] == 0) return NULL;
  }
}

// The old name of wcsstr.
wchar_t* wcswcs(const wchar_t* string, const wchar_t* wanted) { return wcsstr(string, wanted); }

// Unlike strtok_r's, *rest is null after the last token.
wchar_t* wcstok(wchar_t* string, const wchar_t* delimiters, wchar_t** rest) {
  if (string == NULL) string = *rest;
  if (string == NULL) return NULL;
  string += wcsspn(string, delimiters);
  if (*string == 0) {
    *rest = NULL;
    return NULL;
  }
  wchar_t* end = string + wcscspn(string, delimiters);
  if (*end == 0) {
    *rest = NULL;
  } else {
    *end = 0;
    *rest = end + 1;
  }
  return string;
}
