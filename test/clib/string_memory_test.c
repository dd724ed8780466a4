#define _GNU_SOURCE
#include "clib_test.h"

MODEL(memcpy);
MODEL(mempcpy);
MODEL(__mempcpy);
MODEL(memmove);
MODEL(memset);
MODEL(explicit_bzero);
MODEL(memccpy);
MODEL(memcmp);
int model___memcmpeq(const void*, const void*, size_t);
MODEL(memchr);
MODEL(memrchr);
MODEL(rawmemchr);
void* model___rawmemchr(const void*, int);
MODEL(memmem);

static struct twins twins;
static char* const real = twins.real + 16;
static char* const model = twins.model + 16;
enum { ROOM = 32 };

static void copies(const void* from, size_t size, int value) {
  twins_fill(&twins);
  check(memcpy(real, from, size) == real && model_memcpy(model, from, size) == model && twins_equal(&twins), "%zu",
        size);
  twins_fill(&twins);
  check(mempcpy(real, from, size) == real + size, "%zu", size);
  check(model_mempcpy(model, from, size) == model + size && twins_equal(&twins), "%zu", size);
  twins_fill(&twins);
  check(__mempcpy(real, from, size) == real + size, "%zu", size);
  check(model___mempcpy(model, from, size) == model + size && twins_equal(&twins), "%zu", size);

  twins_fill(&twins);
  int shift = (int)random_below(25) - 12;
  check(memmove(real + shift, real, size) == real + shift, "%zu", size);
  check(model_memmove(model + shift, model, size) == model + shift && twins_equal(&twins), "%d %zu", shift, size);
  twins_fill(&twins);
  memmove(real, from, size);
  check(model_memmove(model, from, size) == model && twins_equal(&twins), "%zu", size);

  twins_fill(&twins);
  memset(real, value, size);
  check(model_memset(model, value, size) == model && twins_equal(&twins), "%d %zu", value, size);
  twins_fill(&twins);
  explicit_bzero(real, size);
  model_explicit_bzero(model, size);
  check(twins_equal(&twins), "%zu", size);

  twins_fill(&twins);
  char* end = memccpy(real, from, value, size);
  char* model_end = model_memccpy(model, from, value, size);
  check(end ? model_end - model == end - real : !model_end, "%d %zu", value, size);
  check(twins_equal(&twins), "%d %zu", value, size);
}

static void searches(const char* in, size_t size, int value) {
  check(memchr(in, value, size) == model_memchr(in, value, size), "%d %zu", value, size);
  check(memrchr(in, value, size) == model_memrchr(in, value, size), "%d %zu", value, size);
  if (memchr(in, value, size)) {
    check(rawmemchr(in, value) == model_rawmemchr(in, value), "%d", value);
    check(rawmemchr(in, value) == model___rawmemchr(in, value), "%d", value);
  }
  char wanted[4];
  size_t length = random_below(sizeof wanted + 1);
  for (size_t i = 0; i < length; i++) wanted[i] = (char)random_below(3);
  check(memmem(in, size, wanted, length) == model_memmem(in, size, wanted, length), "%zu %zu", size, length);
}

static void comparisons(const char* left, const char* right, size_t size) {
  int result = memcmp(left, right, size);
  next_int = result;
  check(model_memcmp(left, right, size) == result, "%d", result);
  check((model___memcmpeq(left, right, size) == 0) == (result == 0), "%d", result);
  next_int = random_integer();
  check(sign_of(model_memcmp(left, right, size)) == sign_of(result), "%d", result);
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    char bytes[ROOM];
    char others[ROOM];
    size_t size = random_below(ROOM + 1);
    bool few = random_bool();
    random_bytes(bytes, size);
    for (size_t i = 0; few && i < size; i++) bytes[i] = (char)random_below(3);
    for (size_t i = 0; i < size; i++) others[i] = random_below(20) == 0 ? (char)random_bits() : bytes[i];
    int value = few ? (int)random_below(3) : (int)random_integer();
    if (size > 0 && random_bool()) value = bytes[random_below((unsigned)size)];
    char* left = copy_of(bytes, size);
    char* right = copy_of(others, size);
    copies(left, size, value);
    searches(left, size, value);
    comparisons(left, right, size);
    free(left);
    free(right);
  }
  return test_end();
}
