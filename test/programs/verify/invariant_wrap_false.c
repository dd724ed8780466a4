// what: a multiple of six until it wraps around: what all samples say is not true
// truth: unreach-call false
// expect: kinduction --cpu=5s unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) x += 6;
  if (x % 3 != 0) reach_error();
  return 0;
}
