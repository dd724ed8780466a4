// Copying and comparing wide strings: <wchar.h> (C17 7.29.4.2 to 7.29.4.4, POSIX, GNU).
#include "model.h"

size_t wcslen(const wchar_t* string) {
  size_t length = 0;
  while (string[length] != 0) length++;
  return length;
}

size_t wcsnlen(const wchar_t* string, size_t most) {
  size_t length = 0;
  while (length < most && string[length] != 0) length++;
  return length;
}

wchar_t* wmemcpy(wchar_t* to, const wchar_t* from, size_t size) {
  for (size_t i = 0; i < size; i++) to[i] = from[i];
  return to;
}

wchar_t* wmempcpy(wchar_t* to, const wchar_t* from, size_t size) { return wmemcpy(to, from, size) + size; }

// The order of the addresses decides only in which direction is copied; it matters only within one object.
wchar_t* wmemmove(wchar_t* to, const wchar_t* from, size_t size) {
  if ((uintptr_t)to <= (uintptr_t)from) {
    for (size_t i = 0; i < size; i++) to[i] = from[i];
  } else {
    for (size_t i = size; i > 0; i--) to[i - 1] = from[i - 1];
  }
  return to;
}

wchar_t* wmemset(wchar_t* to, wchar_t value, size_t size) {
  for (size_t i = 0; i < size; i++) to[i] = value;
  return to;
}

// The result is the copied null character.
wchar_t* wcpcpy(wchar_t* to, const wchar_t* from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  return to + i;
}

wchar_t* wcscpy(wchar_t* to, const wchar_t* from) {
  wcpcpy(to, from);
  return to;
}

// Pads with null characters; no null character is written if there are size others. The result is the first null
// character, or to + size.
wchar_t* wcpncpy(wchar_t* to, const wchar_t* from, size_t size) {
  size_t length = 0;
  for (; length < size && from[length] != 0; length++) to[length] = from[length];
  for (size_t i = length; i < size; i++) to[i] = 0;
  return to + length;
}

wchar_t* wcsncpy(wchar_t* to, const wchar_t* from, size_t size) {
  wcpncpy(to, from, size);
  return to;
}

wchar_t* wcscat(wchar_t* to, const wchar_t* from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}

wchar_t* wcsncat(wchar_t* to, const wchar_t* from, size_t size) {
  size_t end = wcslen(to);
  size_t i = 0;
  for (; i < size && from[i] != 0; i++) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

wchar_t* wcsdup(const wchar_t* string) {
  wchar_t* copy = malloc((wcslen(string) + 1) * sizeof(wchar_t));
  if (copy != NULL) wcpcpy(copy, string);
  return copy;
}

// The standard promises the sign of a comparison's result only.
static int tandem_ordering(int less) {
  int result = tandem_unspecified_int();
  if (less) return result < 0 ? result : -1;
  return result > 0 ? result : 1;
}

int wmemcmp(const wchar_t* left, const wchar_t* right, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (left[i] != right[i]) return tandem_ordering(left[i] < right[i]);
  return 0;
}

int wcscmp(const wchar_t* left, const wchar_t* right) {
  size_t i = 0;
  while (left[i] != 0 && left[i] == right[i]) i++;
  return left[i] == right[i] ? 0 : tandem_ordering(left[i] < right[i]);
}

int wcsncmp(const wchar_t* left, const wchar_t* right, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (left[i] != right[i]) return tandem_ordering(left[i] < right[i]);
    if (left[i] == 0) return 0;
  }
  return 0;
}

// In the "C" locale.
int wcscoll(const wchar_t* left, const wchar_t* right) { return wcscmp(left, right); }

// In the "C" locale. What is in to is indeterminate if the result is size or more.
size_t wcsxfrm(wchar_t* to, const wchar_t* from, size_t size) {
  size_t length = wcslen(from);
  for (size_t i = 0; i < size && i <= length; i++) to[i] = from[i];
  return length;
}

static wchar_t tandem_lower(wchar_t letter) { return letter >= L'A' && letter <= L'Z' ? letter - L'A' + L'a' : letter; }

int wcsncasecmp(const wchar_t* left, const wchar_t* right, size_t size) {
  for (size_t i = 0; i < size; i++) {
    wchar_t first = tandem_lower(left[i]);
    wchar_t second = tandem_lower(right[i]);
    if (first != second) return tandem_ordering(first < second);
    if (first == 0) return 0;
  }
  return 0;
}

int wcscasecmp(const wchar_t* left, const wchar_t* right) { return wcsncasecmp(left, right, (size_t)-1); }
