// what: the links of a list are integers, and lead elsewhere
// models: LP64
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate unknown
extern void reach_error(void);
extern void *malloc(unsigned long size);
struct node { int value; unsigned long next; };
int main(void) {
  struct node *first = malloc(sizeof(struct node)), *second = malloc(sizeof(struct node));
  if (!first || !second) return 0;
  first->next = (unsigned long)second;
  for (int i = 0; i < 3; i++) {
    first->value = 1;
    ((struct node *)first->next)->value = 2;
    if (first->value != 1) reach_error();
  }
  return 0;
}
