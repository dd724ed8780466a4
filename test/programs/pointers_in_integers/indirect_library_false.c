// what: a library function is called through a pointer
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 18
// expect: gamble false line 18
// expect: predicate false line 18
// expect: value false line 18
// expect: bmc --reduce=slice false line 18
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *memset(void *to, int byte, unsigned long size);
static int x;
int main(void) {
  void *(*f)(void *, int, unsigned long) = memset;
  while (__VERIFIER_nondet_int()) {
    x = 0;
    f(&x, 1, sizeof x);
    if (x != 0) reach_error();
  }
  return 0;
}
