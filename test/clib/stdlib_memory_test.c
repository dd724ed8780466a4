// untested: cfree
#include "clib_test.h"

#include <malloc.h>

MODEL(calloc);
MODEL(realloc);
MODEL(reallocarray);
MODEL(memalign);
MODEL(aligned_alloc);
MODEL(posix_memalign);
MODEL(valloc);
MODEL(pvalloc);
MODEL(malloc_usable_size);

static void* block;
static size_t block_size;

size_t tandem_object_size(const void* object);
size_t tandem_object_size(const void* object) {
  check(object == block, "the size of another block");
  return block_size;
}

static void resize(void) {
  size_t count = random_below(40), size = random_below(4);
  if (random_bool()) size = 1;
  unsigned char old[200];
  if (block) memcpy(old, block, block_size);
  bool array = random_bool();
  void* moved = array ? model_reallocarray(block, count, size) : model_realloc(block, count * size);
  size_t common = block_size < count * size ? block_size : count * size;
  if (block && count * size == 0) {
    check(!moved, "realloc to nothing");
  } else {
    check(moved && (!block || memcmp(moved, old, common) == 0), "realloc from %zu to %zu", block_size, count * size);
    if (moved) random_bytes(moved, count * size);
  }
  block = moved;
  block_size = moved ? count * size : 0;
}

static void too_large(void) {
  volatile size_t most = (size_t)-1;
  block = malloc(3);
  block_size = 3;
  errno = 0;
  check(!model_reallocarray(block, most / 2, 3) && errno == ENOMEM, "reallocarray of too much");
  errno = 0;
  check(!model_calloc(most / 2, 3) && errno == ENOMEM, "calloc of too much");
  errno = 0;
  check(!model_calloc(most / 2 + 1, 1) && errno == ENOMEM, "calloc of too much");
  errno = 0;
  check(!model_realloc(block, most / 2 + 1) && errno == ENOMEM, "realloc to too much");
  free(block);
}

static void aligned(void) {
  size_t alignment = random_bool() ? (size_t)1 << random_below(12) : random_below(100);
  size_t size = random_below(50);
  void *got = &got, *real = &real;
  errno = 77;
  int error = posix_memalign(&real, alignment, size);
  check(model_posix_memalign(&got, alignment, size) == error && errno == 77, "posix_memalign(%zu)", alignment);
  check((got == &got) == (real == &real), "posix_memalign(%zu)", alignment);
  if (got != &got) memset(got, 1, size), free(got);
  if (real != &real) free(real);
  unsigned char* blocks[] = {model_memalign(16, size), model_aligned_alloc(16, size), model_valloc(size),
                             model_pvalloc(size)};
  for (int i = 0; i < 4; i++) {
    check(blocks[i] != NULL, "%d", i);
    if (blocks[i]) memset(blocks[i], 1, size);
    free(blocks[i]);
  }
  unsigned char* zeros = model_calloc(size, 3);
  bool good = zeros != NULL;
  for (size_t i = 0; good && i < 3 * size; i++) good = zeros[i] == 0;
  check(good, "calloc(%zu, 3)", size);
  free(zeros);
  block = malloc(size);
  block_size = size;
  next_int = (long long)malloc_usable_size(block);
  check(model_malloc_usable_size(block) == malloc_usable_size(block), "%zu", size);
  free(block);
  check(model_malloc_usable_size(NULL) == malloc_usable_size(NULL), "of nothing");
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) resize();
  if (block) free(block);
  too_large();
  for (int call = 0; call < CALLS; call++) aligned();
  return test_end();
}
