// what: bit-fields hold the parts of an address
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 18
// expect: gamble false line 18
// expect: predicate false line 18
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct packed { unsigned long low : 20, middle : 20, high : 24; };
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x;
  struct packed p = {h & 0xFFFFF, h >> 20 & 0xFFFFF, h >> 40};
  while (__VERIFIER_nondet_int()) {
    unsigned long v = (unsigned long)p.high << 40 | (unsigned long)p.middle << 20 | p.low;
    x = 1;
    *(int *)v = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
