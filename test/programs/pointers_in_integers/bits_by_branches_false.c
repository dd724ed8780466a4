// what: the bits of an address are copied by branches
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 16
// expect: gamble false line 16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x, v = 0;
  for (unsigned i = 0; i < 8 * sizeof h; i++)
    if (h >> i & 1) v |= 1UL << i;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)v = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
