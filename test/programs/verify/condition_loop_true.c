// what: a loop without a bound beside a long computation without inputs; each analysis alone is good for one of them
// truth: unreach-call true
// expect: value --cpu=2s unknown
// expect: value-cegar --cpu=2s unknown
// expect: interval unknown
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
    int state = 5;
    for (int i = 0; i < 300; i++) state = (state * state + i) % 1009;
    if (state == 777) reach_error();
  }
  return 0;
}
