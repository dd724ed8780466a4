// Linear search: POSIX search.h (its hash tables and trees have no model).
#include "model.h"

static char* tandem_find(const void* key, char* first, size_t count, size_t size,
                         int (*compare)(const void*, const void*)) {
  for (size_t i = 0; i < count; i++)
    if (compare(key, first + i * size) == 0) return first + i * size;
  return NULL;
}

void* lfind(const void* key, const void* array, size_t* count, size_t size, int (*compare)(const void*, const void*)) {
  return tandem_find(key, (char*)array, *count, size, compare);
}

// What is not found is appended.
void* lsearch(const void* key, void* array, size_t* count, size_t size, int (*compare)(const void*, const void*)) {
  char* found = tandem_find(key, array, *count, size, compare);
  if (found) return found;
  char* place = (char*)array + *count * size;
  for (size_t i = 0; i < size; i++) place[i] = ((const char*)key)[i];
  *count += 1;
  return place;
}
