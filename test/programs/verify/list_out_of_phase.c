// what: as list_in_phases.c, but a later node may have an earlier phase
// truth: unreach-call false
// expect: shape unknown
// expect: bmc false
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int phase;
  struct node *next;
};

int main(void) {
  struct node *ring = malloc(sizeof *ring);
  if (ring == 0) return 0;
  ring->phase = 0;
  ring->next = ring;
  struct node *last = ring;
  int phase = 1;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    if (added == 0) break;
    if (phase < 4 && __VERIFIER_nondet_int()) phase = 4 - phase;
    added->phase = phase;
    added->next = ring;
    last->next = added;
    last = added;
  }
  for (struct node *at = ring->next; at != ring; at = at->next)
    if (at->next != ring && at->phase > at->next->phase) reach_error();
  return 0;
}
