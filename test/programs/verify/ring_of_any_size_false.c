// what: positions that wrap around at a length which is an input: a ring that gets full is as long as its capacity
// truth: unreach-call false
// expect: kinduction false
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct ring {
  unsigned char *bytes;
  size_t head, tail, capacity;
  bool is_full;
};

static size_t size(const struct ring *r) {
  if (r->is_full) return r->capacity;
  return r->head >= r->tail ? r->head - r->tail : r->capacity + r->head - r->tail;
}

static void put(struct ring *r, unsigned char byte) {
  r->bytes[r->head] = byte;
  if (r->is_full) r->tail = (r->tail + 1) % r->capacity;
  r->head = (r->head + 1) % r->capacity;
  r->is_full = r->head == r->tail;
}

static void take(struct ring *r) {
  if (!r->is_full && r->head == r->tail) return;
  r->tail = (r->tail + 1) % r->capacity;
  r->is_full = false;
}

int main(void) {
  struct ring r = {.capacity = __VERIFIER_nondet_uint()};
  if (r.capacity == 0 || r.capacity > 64) return 0;
  r.bytes = malloc(r.capacity);
  if (r.bytes == NULL) return 0;
  for (unsigned choice; (choice = __VERIFIER_nondet_uint() % 3) < 2;) {
    if (choice == 0)
      put(&r, 1);
    else
      take(&r);
    assert(r.head < r.capacity);
    assert(size(&r) < r.capacity);
  }
  free(r.bytes);
  return 0;
}
