#include "clib_test.h"

extern void *model___tandem_malloc(size_t), *model___tandem_calloc(size_t, size_t);
extern void *model___tandem_realloc(void*, size_t), *model___tandem_reallocarray(void*, size_t, size_t);
extern void *model___tandem_aligned_alloc(size_t, size_t), *model___tandem_memalign(size_t, size_t);
extern int model___tandem_posix_memalign(void**, size_t, size_t);
extern char *model___tandem_strdup(const char*), *model___tandem_strndup(const char*, size_t);

// Each is the library's function under another name.
int main(void) {
  test_begin();
  char *block = model___tandem_malloc(4), *zeros = model___tandem_calloc(2, 2);
  check(block && zeros && zeros[3] == 0, "malloc, calloc");
  block[3] = 7;
  block = model___tandem_realloc(block, 8);
  check(block && block[3] == 7, "realloc");
  block = model___tandem_reallocarray(block, 4, 4);
  check(block && block[3] == 7, "reallocarray");
  void *aligned = model___tandem_aligned_alloc(64, 64), *other = model___tandem_memalign(64, 8), *third = NULL;
  check((size_t)aligned % 64 == 0 && (size_t)other % 64 == 0, "aligned_alloc, memalign");
  check(model___tandem_posix_memalign(&third, 3, 8) != 0 && !third, "posix_memalign refuses");
  check(model___tandem_posix_memalign(&third, 64, 8) == 0 && (size_t)third % 64 == 0, "posix_memalign");
  char *copy = model___tandem_strdup("abc"), *begin = model___tandem_strndup("abc", 2);
  check(strcmp(copy, "abc") == 0 && strcmp(begin, "ab") == 0, "strdup, strndup");
  free(block), free(zeros), free(aligned), free(other), free(third), free(copy), free(begin);
  return test_end();
}
