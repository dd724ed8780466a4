// what: what holds of two counters depends on a flag
// truth: unreach-call true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int up = __VERIFIER_nondet_int();
  unsigned a = 0, b = 0;
  while (__VERIFIER_nondet_int()) {
    a++;
    if (up)
      b++;
    else
      b--;
  }
  if (up && a != b) reach_error();
  if (!up && a + b != 0) reach_error();
  return 0;
}
