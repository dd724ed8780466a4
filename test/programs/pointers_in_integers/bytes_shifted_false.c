// what: an address is put together from bytes by shifts
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 19
// expect: gamble false line 19
// expect: predicate false line 19
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  unsigned char b[sizeof(long)];
  unsigned long h = (unsigned long)&x;
  for (unsigned i = 0; i < sizeof h; i++) b[i] = (unsigned char)(h >> 8 * i);
  while (__VERIFIER_nondet_int()) {
    unsigned long v = 0;
    for (unsigned i = 0; i < sizeof v; i++) v |= (unsigned long)b[i] << 8 * i;
    x = 1;
    *(int *)v = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
