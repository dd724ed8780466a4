// Searching strings: <string.h> (C17 7.24.5, POSIX, GNU, BSD).
#include "model.h"

char* strchrnul(const char* string, int wanted) {
  while (*string != 0 && *string != (char)wanted) string++;
  return (char*)string;
}

char* __strchrnul(const char* string, int wanted) { return strchrnul(string, wanted); }

// The null character is part of the string.
char* strchr(const char* string, int wanted) {
  while (*string != (char)wanted) {
    if (*string == 0) return NULL;
    string++;
  }
  return (char*)string;
}

char* strrchr(const char* string, int wanted) {
  const char* last = NULL;
  for (;; string++) {
    if (*string == (char)wanted) last = string;
    if (*string == 0) return (char*)last;
  }
}

static int tandem_is_one_of(char wanted, const char* set) {
  for (; *set != 0; set++)
    if (*set == wanted) return 1;
  return 0;
}

size_t strspn(const char* string, const char* accepted) {
  size_t length = 0;
  while (string[length] != 0 && tandem_is_one_of(string[length], accepted)) length++;
  return length;
}

size_t strcspn(const char* string, const char* rejected) {
  size_t length = 0;
  while (string[length] != 0 && !tandem_is_one_of(string[length], rejected)) length++;
  return length;
}

char* strpbrk(const char* string, const char* accepted) {
  string += strcspn(string, accepted);
  return *string == 0 ? NULL : (char*)string;
}

char* strstr(const char* string, const char* wanted) {
  for (;; string++) {
    size_t same = 0;
    while (wanted[same] != 0 && string[same] == wanted[same]) same++;
    if (wanted[same] == 0) return (char*)string;
    if (string[same] == 0) return NULL;
  }
}

static char tandem_lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

char* strcasestr(const char* string, const char* wanted) {
  for (;; string++) {
    size_t same = 0;
    while (wanted[same] != 0 && tandem_lower(string[same]) == tandem_lower(wanted[same])) same++;
    if (wanted[same] == 0) return (char*)string;
    if (string[same] == 0) return NULL;
  }
}

char* strtok_r(char* string, const char* delimiters, char** rest) {
  if (string == NULL) string = *rest;
  string += strspn(string, delimiters);
  if (*string == 0) {
    *rest = string;
    return NULL;
  }
  char* end = string + strcspn(string, delimiters);
  if (*end != 0) {
    *end = 0;
    end++;
  }
  *rest = end;
  return string;
}

char* __strtok_r(char* string, const char* delimiters, char** rest) { return strtok_r(string, delimiters, rest); }

char* strtok(char* string, const char* delimiters) {
  static char* tandem_rest;
  return strtok_r(string, delimiters, &tandem_rest);
}

// Unlike strtok, gives an empty field between two delimiters.
char* strsep(char** rest, const char* delimiters) {
  char* field = *rest;
  if (field == NULL) return NULL;
  char* end = field + strcspn(field, delimiters);
  if (*end == 0) {
    *rest = NULL;
  } else {
    *end = 0;
    *rest = end + 1;
  }
  return field;
}
