// what: on both paths a pointer is made of halves, and on neither one it is visibly an address
// truth: unreach-call false
// expect: kinduction false line 18
// expect: bmc false line 18
// expect: predicate false line 18
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void set(int **to, int *from, unsigned short zero) {
  for (unsigned i = 0; i < sizeof from / 2; i++) ((unsigned short *)to)[i] = ((unsigned short *)&from)[i] ^ zero;
}
int main(void) {
  int y = 0, *p;
  unsigned short a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a != 0 || b != 0) return 0;
  if (__VERIFIER_nondet_int()) set(&p, &y, a);
  else set(&p, &y, b);
  *p = 1;
  if (y) reach_error();
  return 0;
}
