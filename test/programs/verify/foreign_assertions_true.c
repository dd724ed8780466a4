// what: assertions of other verifiers that hold, also assert without its header
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: value true
extern void __ESBMC_assume(int), __ESBMC_assert(int, const char*), klee_assert(int), __VERIFIER_assert(int), assert();
extern void __goblint_assume(_Bool), __goblint_check(_Bool), __goblint_assert(_Bool);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __ESBMC_assume(x > 4);
  __ESBMC_assert(x > 3, "text");
  klee_assert(x > 2);
  __VERIFIER_assert(x > 1);
  assert(x > 0);
  __goblint_assume(x > 5);
  __goblint_check(x != 5);
  __goblint_assert(x > 4);
  return 0;
}
