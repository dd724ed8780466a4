// what: the head of a do loop is its body; what holds there stands at a statement, not at the keyword
// truth: unreach-call true
// expect: kinduction true
// expect: predicate true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned int up = 0, down = 1000;
  do {
    up++;
    down--;
  } while (__VERIFIER_nondet_int() && down > 0);
  if (up + down != 1000) reach_error();
  return 0;
}
