// what: a byte that wraps around is not above every value it had
// truth: unreach-call false
// expect: value false line 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned char byte = 250;
  int rounds = 0;
  while (rounds < 10) {
    byte++;
    if (byte < 200) reach_error();
    rounds++;
  }
  return 0;
}
