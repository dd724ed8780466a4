// what: a loop that only values get through in one branch, one without a bound in the other: nobody alone proves both
// truth: unreach-call true
// expect: value --loop-iterations=3000 unknown
// expect: predicate --cpu=3s unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int()) {
    int rounds = __VERIFIER_nondet_int(), up = 0, down = 0;
    for (int i = 0; i < rounds; i++) {
      up++;
      down--;
    }
    if (up + down != 0) reach_error();
  } else {
    unsigned x = 1;
    for (int i = 0; i < 2500; i++) x = x * 1664525u + 1013904223u;
    if (x == 7) reach_error();
  }
  return 0;
}
