// what: a struct whose integer field holds an address is copied in each round
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 17
// expect: gamble false line 17
// expect: predicate false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct task { int id; unsigned long cookie; };
int main(void) {
  int x = 0;
  struct task t = {1, (unsigned long)&x};
  while (__VERIFIER_nondet_int()) {
    struct task copy = t;
    x = 1;
    *(int *)copy.cookie = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
