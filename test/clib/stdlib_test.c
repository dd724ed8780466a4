#define _GNU_SOURCE
#include "clib_test.h"

#include <limits.h>

MODEL(abs);
MODEL(labs);
MODEL(llabs);
MODEL(div);
MODEL(ldiv);
MODEL(lldiv);
MODEL(qsort);
MODEL(qsort_r);
MODEL(bsearch);
void model___tandem_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
void* model___tandem_bsearch(const void*, const void*, size_t, size_t, int (*)(const void*, const void*));
MODEL(system);

#define COMPARE_DIV(type, name)                                                                                        \
  do {                                                                                                                 \
    type left = (type)random_integer(), right = (type)random_integer();                                                \
    if (right == 0 || right == -1) right = 7;                                                                          \
    __typeof__(name(left, right)) real = name(left, right), got = model_##name(left, right);                           \
    check(got.quot == real.quot && got.rem == real.rem, #name "(%lld, %lld)", (long long)left, (long long)right);      \
  } while (0)

static void arithmetic(void) {
  int number = (int)random_integer();
  long length = (long)random_integer();
  long long wide = random_integer();
  if (number != INT_MIN) check(model_abs(number) == abs(number), "%d", number);
  if (length != LONG_MIN) check(model_labs(length) == labs(length), "%ld", length);
  if (wide != LLONG_MIN) check(model_llabs(wide) == llabs(wide), "%lld", wide);
  COMPARE_DIV(int, div);
  COMPARE_DIV(long, ldiv);
  COMPARE_DIV(long long, lldiv);
}

enum { MOST = 12 };
static size_t size;

static int by_first(const void* left, const void* right) {
  return *(const unsigned char*)left - *(const unsigned char*)right;
}

static int by_bytes(const void* left, const void* right) { return memcmp(left, right, size); }

static int by_bytes_down(const void* left, const void* right, void* context) {
  ++*(int*)context;
  return memcmp(right, left, size);
}

static void sort(void) {
  unsigned char array[MOST * 16 + 8], same[sizeof array], sorted[sizeof array];
  size_t count = random_below(MOST + 1);
  int calls = 0, real_calls = 0;
  size = 1 + random_below(16);
  random_bytes(array, sizeof array);
  if (random_bool())
    for (size_t i = 0; i < sizeof array; i++) array[i] %= 2;
  memcpy(same, array, sizeof array);
  qsort(array, count, size, by_bytes);
  memcpy(sorted, same, sizeof same);
  model___tandem_qsort(sorted, count, size, by_bytes);
  check(memcmp(array, sorted, sizeof array) == 0, "__tandem_qsort of %zu, each %zu", count, size);
  model_qsort(same, count, size, by_bytes);
  check(memcmp(array, same, sizeof array) == 0, "qsort of %zu, each %zu", count, size);
  const unsigned char* key =
      random_bool() && count ? array + random_below((unsigned)count) * size : same + sizeof same - 17;
  void* found = bsearch(key, array, count, size, by_bytes);
  check(model_bsearch(key, array, count, size, by_bytes) == found, "bsearch of %zu, each %zu", count, size);
  const void* any = model___tandem_bsearch(key, array, count, size, by_bytes);
  check(!any == !found && (!any || by_bytes(any, found) == 0), "__tandem_bsearch of %zu, each %zu", count, size);
  found = bsearch(key, array, count, size, by_first);
  check(model_bsearch(key, array, count, size, by_first) == found, "bsearch of %zu, each %zu", count, size);
  qsort_r(array, count, size, by_bytes_down, &real_calls);
  model_qsort_r(same, count, size, by_bytes_down, &calls);
  check(memcmp(array, same, sizeof array) == 0, "qsort_r of %zu, each %zu", count, size);
  check((calls > 0) == (real_calls > 0), "calls");
}

static void start_processes(void) {
  static const char* const commands[] = {
      "exit 0", "exit 1", "exit 255", "kill -9 $$", "kill -15 $$", "no-such-command 2>/dev/null", ""};
  check((model_system(NULL) != 0) == (system(NULL) != 0), "system(NULL)");
  for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
    next_int = system(commands[i]);
    check(model_system(commands[i]) == (int)next_int, "%s", commands[i]);
  }
  next_int = -1;
  check(model_system("") == -1, "no process");
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    arithmetic();
    sort();
  }
  start_processes();
  return test_end();
}
