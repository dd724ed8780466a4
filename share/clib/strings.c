// <strings.h> (POSIX, BSD): the old names of the mem functions, comparing without case in the "C" locale, first set
// bits.
#include "model.h"

// Only zero or not is promised, unlike memcmp.
int bcmp(const void* left, const void* right, size_t size) {
  const unsigned char* first = left;
  const unsigned char* second = right;
  for (size_t i = 0; i < size; i++)
    if (first[i] != second[i]) {
      int result = tandem_unspecified_int();
      return result != 0 ? result : 1;
    }
  return 0;
}

void bcopy(const void* from, void* to, size_t size) {
  const unsigned char* source = from;
  unsigned char* target = to;
  if ((uintptr_t)target <= (uintptr_t)source) {
    for (size_t i = 0; i < size; i++) target[i] = source[i];
  } else {
    for (size_t i = size; i > 0; i--) target[i - 1] = source[i - 1];
  }
}

void bzero(void* to, size_t size) {
  unsigned char* target = to;
  for (size_t i = 0; i < size; i++) target[i] = 0;
}

void __bzero(void* to, size_t size) { bzero(to, size); }

char* index(const char* string, int wanted) {
  while (*string != (char)wanted) {
    if (*string == 0) return NULL;
    string++;
  }
  return (char*)string;
}

char* rindex(const char* string, int wanted) {
  const char* last = NULL;
  for (;; string++) {
    if (*string == (char)wanted) last = string;
    if (*string == 0) return (char*)last;
  }
}

static unsigned char tandem_lower(char letter) {
  return (unsigned char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}

// Only the sign of a comparison's result is promised.
static int tandem_ordering(int less) {
  int result = tandem_unspecified_int();
  if (less) return result < 0 ? result : -1;
  return result > 0 ? result : 1;
}

int strncasecmp(const char* left, const char* right, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char first = tandem_lower(left[i]);
    unsigned char second = tandem_lower(right[i]);
    if (first != second) return tandem_ordering(first < second);
    if (first == 0) return 0;
  }
  return 0;
}

int strcasecmp(const char* left, const char* right) {
  size_t i = 0;
  while (left[i] != 0 && tandem_lower(left[i]) == tandem_lower(right[i])) i++;
  unsigned char first = tandem_lower(left[i]);
  unsigned char second = tandem_lower(right[i]);
  return first == second ? 0 : tandem_ordering(first < second);
}

int __strcasecmp(const char* left, const char* right) { return strcasecmp(left, right); }

// The bits count from 1; 0 if none is set.
int ffsll(long long value) {
  unsigned long long bits = (unsigned long long)value;
  if (bits == 0) return 0;
  int place = 1;
  for (; (bits & 1) == 0; place++) bits >>= 1;
  return place;
}

int ffsl(long value) { return ffsll(value); }

int ffs(int value) { return ffsll(value); }
