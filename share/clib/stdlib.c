// Absolute values and division, searching and sorting, and the starts of processes: C17 7.22.4.8, 7.22.5, 7.22.6;
// strings to numbers, memory, environment, random numbers and multibyte characters are in stdlib_*.c.
#include "model.h"

typedef struct {
  int quot;
  int rem;
} div_t;

typedef struct {
  long quot;
  long rem;
} ldiv_t;

typedef struct {
  long long quot;
  long long rem;
} lldiv_t;

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }

div_t div(int dividend, int divisor) {
  div_t result = {dividend / divisor, dividend % divisor};
  return result;
}

ldiv_t ldiv(long dividend, long divisor) {
  ldiv_t result = {dividend / divisor, dividend % divisor};
  return result;
}

lldiv_t lldiv(long long dividend, long long divisor) {
  lldiv_t result = {dividend / divisor, dividend % divisor};
  return result;
}

static void tandem_swap(char* left, char* right, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char byte = left[i];
    left[i] = right[i];
    right[i] = byte;
  }
}

// The standard leaves open which elements are compared when, and the order of equal ones.
void qsort(void* array, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  char* first = array;
  for (size_t sorted = 1; sorted < count; sorted++)
    for (size_t i = sorted; i > 0 && compare(first + (i - 1) * size, first + i * size) > 0; i--)
      tandem_swap(first + (i - 1) * size, first + i * size, size);
}

void qsort_r(void* array, size_t count, size_t size, int (*compare)(const void*, const void*, void*), void* context) {
  char* first = array;
  for (size_t sorted = 1; sorted < count; sorted++)
    for (size_t i = sorted; i > 0 && compare(first + (i - 1) * size, first + i * size, context) > 0; i--)
      tandem_swap(first + (i - 1) * size, first + i * size, size);
}

// Of several equal elements the one that halving meets first, as in glibc.
void* bsearch(const void* key, const void* array, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  const char* first = array;
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare(key, first + middle * size);
    if (order == 0) return (void*)(first + middle * size);
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

// For comparisons without effects, whose number and order do not matter then. Equal elements come in any order.
void __tandem_qsort(void* array, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  char* first = array;
  for (size_t sorted = 1; sorted < count; sorted++)
    for (size_t i = sorted; i > 0; i--) {
      int order = compare(first + (i - 1) * size, first + i * size);
      if (order < 0 || (order == 0 && tandem_unspecified_int() == 0)) break;
      tandem_swap(first + (i - 1) * size, first + i * size, size);
    }
}

// Of several elements that match, any.
void* __tandem_bsearch(const void* key, const void* array, size_t count, size_t size,
                       int (*compare)(const void*, const void*)) {
  const char *first = array, *found = NULL;
  for (size_t i = 0; i < count; i++)
    if (compare(key, first + i * size) == 0 && (found == NULL || tandem_unspecified_int() != 0))
      found = first + i * size;
  return (void*)found;
}

static size_t tandem_index(size_t count) {
  size_t index = (size_t)tandem_unspecified_long();
  tandem_assume(index < count);
  return index;
}

// With any other comparison: which elements are compared when, and how often, is open, as is their arrangement at the
// end; a run of the program decides.
void __tandem_qsort_open(void* array, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  while (count > 1 && tandem_unspecified_int() != 0) {
    char *one = (char*)array + tandem_index(count) * size, *other = (char*)array + tandem_index(count) * size;
    tandem_assume(one != other);
    compare(one, other);
    if (tandem_unspecified_int() != 0) tandem_swap(one, other, size);
  }
}

void* __tandem_bsearch_open(const void* key, const void* array, size_t count, size_t size,
                            int (*compare)(const void*, const void*)) {
  while (count > 0 && tandem_unspecified_int() != 0) {
    const char* at = (const char*)array + tandem_index(count) * size;
    if (compare(key, at) == 0) return (void*)at;
  }
  return NULL;
}

// Without a command: there is a shell. Otherwise -1, or what wait says of the shell: its exit status in the second
// byte, or the signal that ended it in the first.
int system(const char* command) {
  if (!command) return 1;
  int status = tandem_environment_int();
  tandem_assume(status >= -1 && status <= 0xffff);
  tandem_assume(status == -1 || (status & 0xff) == 0 || (status <= 0xff && (status & 0x7f) != 0 && status != 0x7f));
  return status;
}
