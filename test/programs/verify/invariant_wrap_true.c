// what: an unsigned counter that wraps around keeps its parity; a bound seen in samples would be wrong
// truth: unreach-call true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) x += 6;
  if (x % 2 != 0) reach_error();
  return 0;
}
