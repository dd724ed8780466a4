// what: assertions and assumptions of other verifiers, by functions that no file defines
// truth: unreach-call false
// expect: bmc false line 11
// expect: kinduction false line 11
// expect: value false line 11
extern void __CPROVER_assume(_Bool), __CPROVER_assert(_Bool, const char*), klee_assume(unsigned long);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __CPROVER_assume(x > 4);
  klee_assume(x < 7); __CPROVER_assert(x != 6, "six");
  return 0;
}
