// truth:  true
// expect: bmc true
// expect: kinduction true
// why:    differs from sum_false.c in one character; eleven rounds settle it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 10) return 0;
  for (int i = 0; i < n; i++) s += 2;
  if (s == 15) reach_error();
  return 0;
}
