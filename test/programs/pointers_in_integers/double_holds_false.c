// what: the halves of an address are numbers of type double
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 17
// expect: gamble false line 17
// expect: predicate false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  unsigned long long h = (unsigned long)&x;
  double low = (double)(unsigned)h, high = (double)(unsigned)(h >> 32);
  while (__VERIFIER_nondet_int()) {
    unsigned long v = (unsigned long)((unsigned long long)high << 32 | (unsigned)low);
    x = 1;
    *(int *)v = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
