// what: two nodes on the heap, linked; the wrong one is asked for its value
// truth: unreach-call false
// expect: bmc false line 22
// expect: kinduction false line 22
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct Node { int value; struct Node* next; };

int main(void) {
  struct Node* first = malloc(sizeof *first);
  struct Node* second = malloc(sizeof *second);
  if (!first || !second) return 0;
  first->value = 1;
  second->value = 2;
  second->next = first;
  first->next = second;
  second->next->value = 1;
  first->next->value = 2;
  if (first->value != 2)
    reach_error();
  free(second);
  free(first);
  return 0;
}
