// what: the error needs 300 rounds: no engine may claim safety before, and deepening must get there
// truth: unreach-call false
// expect: bmc --cpu=120s false line 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int() > 0)
    if (++n == 300)
      reach_error();
  return 0;
}
