// what: from the address of a member to its record, as integers
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 19
// expect: gamble false line 19
// expect: predicate false line 19
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node { int value; int link; };
static void touch(int *link) {
  unsigned long h = (unsigned long)link - (unsigned long)&((struct node *)0)->link;
  ((struct node *)h)->value = 2;
}
int main(void) {
  struct node n = {0, 0};
  while (__VERIFIER_nondet_int()) {
    n.value = 1;
    touch(&n.link);
    if (n.value != 1) reach_error();
  }
  return 0;
}
