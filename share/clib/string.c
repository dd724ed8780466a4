// Copying and comparing strings: <string.h> (C17 7.24.2 to 7.24.4, POSIX, BSD).
#include "model.h"

size_t strlen(const char* string) {
  size_t length = 0;
  while (string[length] != 0) length++;
  return length;
}

size_t strnlen(const char* string, size_t most) {
  size_t length = 0;
  while (length < most && string[length] != 0) length++;
  return length;
}

// The result is the copied null character.
char* stpcpy(char* to, const char* from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  return to + i;
}

char* __stpcpy(char* to, const char* from) { return stpcpy(to, from); }

char* strcpy(char* to, const char* from) {
  stpcpy(to, from);
  return to;
}

// Pads with null characters; no null character is written if there are size others. The result is the first null
// character, or to + size.
char* stpncpy(char* to, const char* from, size_t size) {
  size_t length = 0;
  for (; length < size && from[length] != 0; length++) to[length] = from[length];
  for (size_t i = length; i < size; i++) to[i] = 0;
  return to + length;
}

char* __stpncpy(char* to, const char* from, size_t size) { return stpncpy(to, from, size); }

char* strncpy(char* to, const char* from, size_t size) {
  stpncpy(to, from, size);
  return to;
}

char* strcat(char* to, const char* from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char* strncat(char* to, const char* from, size_t size) {
  size_t end = strlen(to);
  size_t i = 0;
  for (; i < size && from[i] != 0; i++) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

// The result is the length that was tried.
size_t strlcpy(char* to, const char* from, size_t size) {
  size_t length = 0;
  for (; from[length] != 0; length++)
    if (length + 1 < size) to[length] = from[length];
  if (size > 0) to[length < size ? length : size - 1] = 0;
  return length;
}

size_t strlcat(char* to, const char* from, size_t size) {
  size_t end = strnlen(to, size);
  return end + strlcpy(to + end, from, size - end);
}

char* strdup(const char* string) {
  size_t length = strlen(string);
  char* copy = malloc(length + 1);
  if (copy != NULL) stpcpy(copy, string);
  return copy;
}

char* __strdup(const char* string) { return strdup(string); }

char* strndup(const char* string, size_t most) {
  size_t length = strnlen(string, most);
  char* copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  for (size_t i = 0; i < length; i++) copy[i] = string[i];
  copy[length] = 0;
  return copy;
}

char* __strndup(const char* string, size_t most) { return strndup(string, most); }

// The standard promises the sign of a comparison's result only.
static int tandem_ordering(int less) {
  int result = tandem_unspecified_int();
  if (less) return result < 0 ? result : -1;
  return result > 0 ? result : 1;
}

// Characters compare as unsigned char (7.24.4).
int strcmp(const char* left, const char* right) {
  size_t i = 0;
  while (left[i] != 0 && left[i] == right[i]) i++;
  if (left[i] == right[i]) return 0;
  return tandem_ordering((unsigned char)left[i] < (unsigned char)right[i]);
}

int strncmp(const char* left, const char* right, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (left[i] != right[i]) return tandem_ordering((unsigned char)left[i] < (unsigned char)right[i]);
    if (left[i] == 0) return 0;
  }
  return 0;
}
