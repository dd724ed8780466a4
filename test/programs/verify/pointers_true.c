// what: two pointers, one character apart from being aliases
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int *q = &y;
  *p = 5;
  *q = 6;
  if (x != 5)
    reach_error();
  return 0;
}
