// what: a complex product of infinities is infinite although its parts are first NaN; both compilers recover it
// truth: unreach-call false
// expect: bmc false line 11
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  _Complex double z, w;
  __real__ z = __builtin_inf(), __imag__ z = __builtin_inf();
  __real__ w = __builtin_inf(), __imag__ w = __builtin_nan("");
  z = z * w;
  if (__real__ z != __real__ z) return 0; else reach_error();
}
