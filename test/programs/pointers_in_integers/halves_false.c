// what: an address is split into halves and put together
// truth: unreach-call false
// expect: kinduction false line 16
// expect: gamble false line 16
// expect: predicate false line 16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  unsigned long long h = (unsigned long)&x;
  unsigned low = (unsigned)h, high = (unsigned)(h >> 32);
  while (__VERIFIER_nondet_int()) {
    unsigned long v = (unsigned long)((unsigned long long)high << 32 | low);
    x = 1;
    *(int *)v = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
