// what: one of two library functions is called through a pointer
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 17
// expect: gamble false line 17
// expect: predicate false line 17
// expect: value false line 17
// expect: bmc --reduce=slice false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *to, const void *from, unsigned long size);
extern void *memmove(void *to, const void *from, unsigned long size);
static int x, y = 5;
int main(void) {
  void *(*f)(void *, const void *, unsigned long) = __VERIFIER_nondet_int() ? memcpy : memmove;
  f(&x, &y, sizeof x);
  if (x == 5) reach_error();
  return 0;
}
