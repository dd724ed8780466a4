// Memory on top of malloc and free, which the engines have: C17 7.22.3, POSIX posix_memalign, glibc's reallocarray.
#include "model.h"

enum { TANDEM_ENOMEM = 12, TANDEM_EINVAL = 22 };

void* calloc(size_t count, size_t size) {
  size_t total = count * size;
  if (size != 0 && count > __PTRDIFF_MAX__ / size) {
    *__errno_location() = TANDEM_ENOMEM;
    return NULL;
  }
  unsigned char* block = malloc(total);
  if (!block) return NULL;
  for (size_t i = 0; i < total; i++) block[i] = 0;
  return block;
}

// glibc: a size of 0 frees the block.
void* realloc(void* block, size_t size) {
  if (!block) return malloc(size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  unsigned char* moved = malloc(size);
  if (!moved) return NULL;
  size_t old = tandem_object_size(block);
  size_t common = old < size ? old : size;
  for (size_t i = 0; i < common; i++) moved[i] = ((unsigned char*)block)[i];
  free(block);
  return moved;
}

void* reallocarray(void* block, size_t count, size_t size) {
  if (size != 0 && count > (size_t)-1 / size) {
    *__errno_location() = TANDEM_ENOMEM;
    return NULL;
  }
  return realloc(block, count * size);
}

// The alignment of the address is up to the engine's malloc: assumed here, it would end the run where the engine has
// fixed the address already.
void* memalign(size_t alignment, size_t size) {
  (void)alignment;
  return malloc(size);
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

// errno stays as it is, as does *place where there is no memory.
int posix_memalign(void** place, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return TANDEM_EINVAL;
  int error = *__errno_location();
  void* block = memalign(alignment, size);
  *__errno_location() = error;
  if (!block) return TANDEM_ENOMEM;
  *place = block;
  return 0;
}

void* valloc(size_t size) { return memalign(4096, size); }

void* pvalloc(size_t size) { return memalign(4096, (size + 4095) / 4096 * 4096); }

void cfree(void* block) { free(block); }

// At least what was asked for.
size_t malloc_usable_size(void* block) {
  if (!block) return 0;
  size_t size = (size_t)tandem_unspecified_long();
  tandem_assume(size >= tandem_object_size(block));
  return size;
}
