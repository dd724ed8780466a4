// Where allocations may fail (--malloc-may-fail), these stand for allocating functions whose address is taken: the front
// end makes the direct calls fail.
#include "model.h"

void* calloc(size_t count, size_t size);
void* realloc(void* block, size_t size);
void* reallocarray(void* block, size_t count, size_t size);
void* aligned_alloc(size_t alignment, size_t size);
void* memalign(size_t alignment, size_t size);
int posix_memalign(void** place, size_t alignment, size_t size);
char* strdup(const char* string);
char* strndup(const char* string, size_t most);

void* __tandem_malloc(size_t size) { return malloc(size); }

void* __tandem_calloc(size_t count, size_t size) { return calloc(count, size); }

void* __tandem_realloc(void* block, size_t size) { return realloc(block, size); }

void* __tandem_reallocarray(void* block, size_t count, size_t size) { return reallocarray(block, count, size); }

void* __tandem_aligned_alloc(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

void* __tandem_memalign(size_t alignment, size_t size) { return memalign(alignment, size); }

int __tandem_posix_memalign(void** place, size_t alignment, size_t size) {
  return posix_memalign(place, alignment, size);
}

char* __tandem_strdup(const char* string) { return strdup(string); }

char* __tandem_strndup(const char* string, size_t most) { return strndup(string, most); }
