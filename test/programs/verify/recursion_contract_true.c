// what: recursion of unbounded depth: what a function returns, by cases of its argument, is guessed and proved
// truth: unreach-call true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int descend(int x) {
  if (x > 50) return x - 5;
  return descend(descend(x + 6));
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int result = descend(x);
  if (x <= 50 && result != 46) reach_error();
  return 0;
}
