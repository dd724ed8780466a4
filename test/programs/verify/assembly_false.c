// what: what inline assembly leaves is no input; inputs that come later are still the program's
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: predicate false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int flags;
  __asm__("movl $7, %0" : "=r"(flags));
  int x = __VERIFIER_nondet_int();
  if (x == 12345 && flags == flags) reach_error();
  return 0;
}
