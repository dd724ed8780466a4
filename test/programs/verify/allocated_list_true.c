// what: pointers that depend on the path, blocks allocated in a loop
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = i;
    fresh->next = head;
    head = fresh;
  }
  for (struct node *at = head; at; at = at->next)
    if (at->value > 3) reach_error();
  return 0;
}
