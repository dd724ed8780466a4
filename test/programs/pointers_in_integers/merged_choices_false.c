// what: on both paths a pointer is made of halves, and on neither one it is visibly an address
// truth: unreach-call false
// expect: kinduction false line 19
// expect: bmc false line 19
// expect: predicate false line 19
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static unsigned short zero;
static void set(int **to, int *from) {
  for (unsigned i = 0; i < sizeof from / 2; i++) ((unsigned short *)to)[i] = ((unsigned short *)&from)[i] ^ zero;
}
int main(void) {
  int x = 0, y = 0, *p;
  zero = __VERIFIER_nondet_int();
  if (zero != 0) return 0;
  if (__VERIFIER_nondet_int()) set(&p, &x);
  else set(&p, &y);
  *p = 1;
  if (y) reach_error();
  return 0;
}
