// what: to the linker the static reach_error is another function than the external one of the other file, but a
// what: call of either is an error
// also: parts/error_external.c
// truth: unreach-call false
// expect: bmc false line 20
// expect: kinduction false line 20
// expect: value false line 20
// expect: value-cegar false line 20
// expect: interval unknown line 20
// expect: predicate false line 20
// expect: gamble false line 20
// expect: random false line 20
extern int __VERIFIER_nondet_int(void);
extern int limited(int x);
static void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (limited(x) == 3)
    reach_error();
  return 0;
}
