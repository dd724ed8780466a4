// what: what only another verifier builds in is not any value
// models: LP64
// truth: unreach-call true
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
int main(void) {
  int a, last;
  __ESBMC_assert(__ESBMC_forall(&a, (last = a) == a), "every number equals itself");
  return 0;
}
