// what: an assertion that hangs on products in one branch, a long loop in the other: nobody alone proves both
// truth: unreach-call true
// expect: value --loop-iterations=1000 unknown
// expect: predicate --cpu=3s unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned square(unsigned x) { return x * x; }
int main(void) {
  if (__VERIFIER_nondet_int()) {
    int i = 0;
    while (i < 1000000) i++;
    if (i != 1000000) reach_error();
  } else {
    unsigned a = 3, b = 5;
    for (int i = 0; i < 900; i++) {
      unsigned next = square(a) - b * a + 7;
      b = a;
      a = next;
    }
    if (a * a - b * b != (a - b) * (a + b) || a == 12) reach_error();
  }
  return 0;
}
