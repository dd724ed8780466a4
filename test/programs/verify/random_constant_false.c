// what: an input that the program names
// truth: unreach-call false
// expect: random false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int password = __VERIFIER_nondet_int();
  if (password == 271828) reach_error();
  return 0;
}
