// what: hashing an address does not let anything write through it
// models: LP64
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int table[8];
int main(void) {
  int x = 1;
  while (__VERIFIER_nondet_int()) {
    unsigned long h = (unsigned long)&x;
    table[h >> 4 & 7] = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
