// what: an integer field of a struct holds the address
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 16
// expect: gamble false line 16
// expect: predicate false line 16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct task { int id; unsigned long cookie; };
int main(void) {
  int x = 0;
  struct task t = {1, (unsigned long)&x};
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)t.cookie = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
