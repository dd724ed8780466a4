// what: adding one to a float changes it only below 2^24
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  if (f >= 1.0f && f < 16777216.0f)
    if (f + 1.0f == f)
      reach_error();
  return 0;
}
