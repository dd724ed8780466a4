// what: no error, though it looks so, behind sixteen inputs in a row, each of which has to be one of six; at a wrong one the program ends
// truth: unreach-call true
// expect: random unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int state = 0;

int step(int input) {
  if (state == 0 && input == 2) { state = 1; return 0; }
  if (state == 1 && input == 5) { state = 2; return 0; }
  if (state == 2 && input == 1) { state = 3; return 0; }
  if (state == 3 && input == 6) { state = 4; return 0; }
  if (state == 4 && input == 3) { state = 5; return 0; }
  if (state == 5 && input == 3) { state = 6; return 0; }
  if (state == 6 && input == 4) { state = 7; return 0; }
  if (state == 7 && input == 2) { state = 8; return 0; }
  if (state == 8 && input == 1) { state = 9; return 0; }
  if (state == 9 && input == 6) { state = 10; return 0; }
  if (state == 10 && input == 5) { state = 11; return 0; }
  if (state == 11 && input == 5) { state = 12; return 0; }
  if (state == 12 && input == 4) { state = 13; return 0; }
  if (state == 13 && input == 1) { state = 14; return 0; }
  if (state == 14 && input == 2) { state = 15; return 0; }
  if (state == 15 && input == 6 && state < 15) reach_error();
  return 1;
}

int main(void) {
  for (;;) {
    int input = __VERIFIER_nondet_int();
    if (input != 1 && input != 2 && input != 3 && input != 4 && input != 5 && input != 6) return 0;
    if (step(input)) return 0;
  }
}
