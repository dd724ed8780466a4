// what: state in a record that callees get by a pointer: members that a loop does not write, and what relates the others
// truth: unreach-call true
// expect: kinduction true
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct ring {
  unsigned capacity, head, length;
  int *items;
};

static void put(struct ring *ring, int item) {
  if (ring->length == ring->capacity) return;
  ring->items[(ring->head + ring->length) % ring->capacity] = item;
  ring->length++;
}

static int get(struct ring *ring) {
  int item = ring->items[ring->head];
  if (ring->length == 0) return 0;
  ring->head = (ring->head + 1) % ring->capacity;
  ring->length--;
  return item;
}

int main(void) {
  struct ring ring = {16, 0, 0, calloc(16, sizeof(int))};
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      put(&ring, __VERIFIER_nondet_int());
    else
      get(&ring);
    assert(ring.length <= ring.capacity && ring.head < 16);
  }
  return 0;
}
