// what: two pointers, one character apart from being aliases
// truth: unreach-call false
// expect: bmc false line 15
// expect: kinduction false line 15
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int *q = &x;
  *p = 5;
  *q = 6;
  if (x != 5)
    reach_error();
  return 0;
}
