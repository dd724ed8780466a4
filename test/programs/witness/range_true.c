// what: bounds of a counter that wraps on purpose, from intervals
// truth: unreach-call true
// expect: interval true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int slot = 0;
  while (__VERIFIER_nondet_int()) {
    slot++;
    if (slot >= 16) slot = 0;
    if (slot < 0 || slot > 15) reach_error();
  }
  return 0;
}
