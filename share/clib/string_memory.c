// The mem functions of <string.h> (C17 7.24, POSIX, GNU).
#include "model.h"

void* memcpy(void* to, const void* from, size_t size) {
  unsigned char* target = to;
  const unsigned char* source = from;
  for (size_t i = 0; i < size; i++) target[i] = source[i];
  return to;
}

void* mempcpy(void* to, const void* from, size_t size) { return (unsigned char*)memcpy(to, from, size) + size; }

void* __mempcpy(void* to, const void* from, size_t size) { return mempcpy(to, from, size); }

// The order of the addresses decides only in which direction bytes are copied; it matters only within one object.
void* memmove(void* to, const void* from, size_t size) {
  unsigned char* target = to;
  const unsigned char* source = from;
  if ((uintptr_t)target <= (uintptr_t)source) {
    for (size_t i = 0; i < size; i++) target[i] = source[i];
  } else {
    for (size_t i = size; i > 0; i--) target[i - 1] = source[i - 1];
  }
  return to;
}

void* memset(void* to, int value, size_t size) {
  unsigned char* target = to;
  for (size_t i = 0; i < size; i++) target[i] = (unsigned char)value;
  return to;
}

void explicit_bzero(void* to, size_t size) { memset(to, 0, size); }

// Copies up to and including the first stop byte.
void* memccpy(void* to, const void* from, int stop, size_t size) {
  unsigned char* target = to;
  const unsigned char* source = from;
  for (size_t i = 0; i < size; i++) {
    target[i] = source[i];
    if (source[i] == (unsigned char)stop) return target + i + 1;
  }
  return NULL;
}

// The standard promises the sign of a comparison's result only.
static int tandem_ordering(int less) {
  int result = tandem_unspecified_int();
  if (less) return result < 0 ? result : -1;
  return result > 0 ? result : 1;
}

int memcmp(const void* left, const void* right, size_t size) {
  const unsigned char* first = left;
  const unsigned char* second = right;
  for (size_t i = 0; i < size; i++)
    if (first[i] != second[i]) return tandem_ordering(first[i] < second[i]);
  return 0;
}

int __memcmpeq(const void* left, const void* right, size_t size) { return memcmp(left, right, size); }

void* memchr(const void* in, int wanted, size_t size) {
  const unsigned char* bytes = in;
  for (size_t i = 0; i < size; i++)
    if (bytes[i] == (unsigned char)wanted) return (void*)(bytes + i);
  return NULL;
}

void* memrchr(const void* in, int wanted, size_t size) {
  const unsigned char* bytes = in;
  for (size_t i = size; i > 0; i--)
    if (bytes[i - 1] == (unsigned char)wanted) return (void*)(bytes + i - 1);
  return NULL;
}

void* rawmemchr(const void* in, int wanted) {
  const unsigned char* bytes = in;
  while (*bytes != (unsigned char)wanted) bytes++;
  return (void*)bytes;
}

void* __rawmemchr(const void* in, int wanted) { return rawmemchr(in, wanted); }

void* memmem(const void* in, size_t size, const void* wanted, size_t length) {
  const unsigned char* bytes = in;
  const unsigned char* pattern = wanted;
  if (length > size) return NULL;
  for (size_t at = 0; at <= size - length; at++) {
    size_t same = 0;
    while (same < length && bytes[at + same] == pattern[same]) same++;
    if (same == length) return (void*)(bytes + at);
  }
  return NULL;
}
