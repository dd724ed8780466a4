// what: an array filled in a loop and read at an arbitrary index
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[8] = {0};
  unsigned k = (unsigned)__VERIFIER_nondet_int();
  for (int i = 0; i < 8; i++) a[i] = i + 1;
  if (k < 8)
    if (a[k] != (int)k + 1)
      reach_error();
  return 0;
}
