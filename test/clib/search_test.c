#include "clib_test.h"

#include <search.h>

MODEL(lfind);
MODEL(lsearch);

static int compare(const void* left, const void* right) { return memcmp(left, right, 3); }

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    char array[3 * 12 + 4], same[sizeof array], key[3];
    for (size_t i = 0; i < sizeof array; i++) array[i] = same[i] = (char)random_below(2);
    for (size_t i = 0; i < sizeof key; i++) key[i] = (char)random_below(3);
    size_t count = random_below(12), same_count = count;
    char* found = lfind(key, array, &count, 3, compare);
    check(model_lfind(key, array, &same_count, 3, compare) == found, "lfind");
    found = lsearch(key, array, &count, 3, compare);
    char* got = model_lsearch(key, same, &same_count, 3, compare);
    check(got - same == found - array && count == same_count, "lsearch");
    check(memcmp(array, same, sizeof array) == 0, "lsearch");
  }
  return test_end();
}
