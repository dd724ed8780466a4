// what: an assertion of Goblint's that fails
// truth: unreach-call false
// expect: bmc false
// expect: value false
extern void __goblint_assume(_Bool), __goblint_check(_Bool), __goblint_assert(_Bool);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __goblint_assume(x > 4);
  __goblint_check(x > 3);
  __goblint_assert(x > 5);
  return 0;
}
