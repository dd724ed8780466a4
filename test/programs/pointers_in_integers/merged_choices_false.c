// what: on both paths a pointer is made of halves, and on neither one it is visibly an address
// truth: unreach-call false
// expect: kinduction false line 17
// expect: predicate false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void set(int **to, int *from) {
  unsigned short halves[sizeof from / 2];
  for (unsigned i = 0; i < sizeof halves / 2; i++) halves[i] = ((unsigned short *)&from)[i];
  for (unsigned i = 0; i < sizeof halves / 2; i++) ((unsigned short *)to)[i] = halves[i] ^ (unsigned short)__VERIFIER_nondet_int();
}
int main(void) {
  int x = 0, y = 0, *p;
  if (__VERIFIER_nondet_int()) set(&p, &x);
  else set(&p, &y);
  *p = 1;
  if (y) reach_error();
  return 0;
}
