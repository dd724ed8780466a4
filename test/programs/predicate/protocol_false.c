// what: differs from protocol_true.c in one character
// truth: unreach-call false
// expect: predicate false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int state = 10, greeted = 0, closed = 0;
  for (;;) {
    int event = __VERIFIER_nondet_int();
    switch (state) {
    case 10:
      if (event) { greeted = 1; state = 20; }
      break;
    case 20:
      if (event > 5) state = 30;
      else if (event < 0) { greeted = 0; state = 10; }
      break;
    case 30:
      if (!greeted || closed) reach_error();
      if (event == 1) state = 20;
      if (event == 2) { closed = 1; state = 40; }
      break;
    case 40:
      if (event) { closed = 1; greeted = 0; state = 10; }
      break;
    default:
      reach_error();
    }
  }
}
