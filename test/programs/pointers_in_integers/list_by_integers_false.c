// what: the links of a list are integers
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 21
// expect: gamble false line 21
// expect: predicate false line 21
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
struct node { int value; unsigned long next; };
int main(void) {
  struct node *first = malloc(sizeof(struct node)), *second = malloc(sizeof(struct node));
  if (!first || !second) return 0;
  first->next = (unsigned long)second;
  second->next = (unsigned long)first;
  while (__VERIFIER_nondet_int()) {
    first->value = 1;
    struct node *n = (struct node *)first->next;
    n = (struct node *)n->next;
    n->value = 2;
    if (first->value != 1) reach_error();
  }
  return 0;
}
