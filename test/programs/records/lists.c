// what: a linked list on the heap, reversed in place: pointers in structs change one at a time
// run: inputs=1,2,3,0
// expect: output "321\n"
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct Node { int value; struct Node* next; };

int main(void) {
  struct Node* head = NULL;
  struct Node** end = &head;
  for (int v; (v = __VERIFIER_nondet_int()) != 0; end = &(*end)->next) {
    *end = malloc(sizeof **end);
    (*end)->value = v;
    (*end)->next = NULL;
  }
  struct Node* reversed = NULL;
  while (head) {
    struct Node* next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  for (struct Node* n = reversed; n; n = n->next) printf("%d", n->value);
  puts("");
  while (reversed) {
    struct Node* next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
