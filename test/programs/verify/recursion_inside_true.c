// what: an error inside a recursion of unbounded depth, excluded by what every call passes on
// truth: unreach-call true
// expect: kinduction true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
void count(unsigned left, unsigned done, unsigned all) {
  if (left + done != all) reach_error();
  if (left > 0) count(left - 1, done + 1, all);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  count(n, 0, n);
  return 0;
}
