// what: realloc of one of several blocks, to one of several sizes, keeps what was in the block
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  int key;
  long twice;
};
int main(void) {
  struct item *items = NULL, *other = malloc(sizeof *other);
  size_t count = 0, capacity = 0;
  other->key = 50;
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_int()) continue;
    if (count == capacity) {
      capacity = capacity == 0 ? 1 : 2 * capacity;
      items = realloc(items, capacity * sizeof *items);
    }
    items[count].key = i;
    items[count].twice = 2L * i;
    count++;
  }
  for (size_t i = 0; i < count; i++) assert(items[i].key >= (int)i && items[i].twice == 2L * items[i].key);
  struct item *one = count > 0 && __VERIFIER_nondet_int() ? items : other;
  int key = one->key;
  one = realloc(one, __VERIFIER_nondet_int() ? sizeof *one : 5 * sizeof *one);
  assert(one->key == key);
  assert(key < 4 || key == 50);
  if (key == 50) assert(one != items);
  free(one);
  return 0;
}
