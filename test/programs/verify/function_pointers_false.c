// what: which function a table holds at an arbitrary index
// truth: unreach-call false
// expect: bmc false line 15
// expect: kinduction false line 15
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int one(void) { return 1; }
static int two(void) { return 2; }
static int six(void) { return 6; }
int main(void) {
  int (*table[3])(void) = {one, two, six};
  unsigned k = (unsigned)__VERIFIER_nondet_int();
  if (table[k % 3]() > 2)
    reach_error();
  return 0;
}
