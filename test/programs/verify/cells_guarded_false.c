// what: a check that fails where the element it is about is not read
// truth: unreach-call false
// expect: cell-morphing unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int values[4];
  for (int i = 0; i < 4; i++) values[i] = 0;
  int i = __VERIFIER_nondet_int();
  if (i > 3) return 0;
  if (!(i >= 0 && values[i] == 0)) reach_error();
  return 0;
}
