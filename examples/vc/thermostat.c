// A control loop over arbitrary readings: branches in each iteration, and several asserts that build on each other.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int temperature = 20, heating = 0, iterations = 0;
  while (__VERIFIER_nondet_int()) {
    int drift = __VERIFIER_nondet_int();
    __VERIFIER_assume(drift >= -1 && drift <= 1);
    if (temperature < 18)
      heating = 1;
    else if (temperature > 22)
      heating = 0;
    check(heating == 0 || temperature <= 22);
    check(heating == 1 || temperature >= 18);
    if (heating)
      temperature = temperature + 1 + drift;
    else
      temperature = temperature - 1 + drift;
    check(temperature >= 16 && temperature <= 24);
    iterations = iterations + 1;
  }
  return iterations;
}
