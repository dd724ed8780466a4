// what: a machine with few states and an endless loop: a disjunction says which values go together
// truth: unreach-call true
// expect: value true
// expect: predicate true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 1, lamp = 0;
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (state == 1 && event == 7) {
      state = 2;
      lamp = 5;
    } else if (state == 2 && event == 9) {
      state = 3;
      lamp = 6;
    } else if (state == 3 && event == 7) {
      state = 1;
      lamp = 0;
    }
    if (state == 2 && lamp != 5) reach_error();
    if (state > 3) reach_error();
  }
}
