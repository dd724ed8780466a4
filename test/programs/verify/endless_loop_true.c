// what: a loop without end: only an inductive argument proves it, a short run refutes it
// truth: unreach-call true
// expect: bmc --cpu=5s unknown
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    x += 2;
    if (x % 2 == 1)
      reach_error();
  }
  return 0;
}
