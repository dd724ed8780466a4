// what: multiples of powers of two, with wrap-around
// truth: unreach-call true
// expect: kinduction true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = 3;
  while (1) {
    x = x + 65536u * __VERIFIER_nondet_uint();
    y = y - 262144u * __VERIFIER_nondet_uint();
    if (x + y == 7) reach_error();
  }
}
