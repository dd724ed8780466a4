// what: wrap-around of unsigned multiplication: only an odd factor can be undone
// truth: unreach-call false
// expect: bmc false line 11
// expect: kinduction false line 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  if (x != 0 && x * 65536u == 0)
    reach_error();
  return 0;
}
