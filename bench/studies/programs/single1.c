// A loop structure of the study of gambling: a loop in front of the assertion, which does not depend on it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int work(int x) {
  unsigned y = (unsigned)x;
  y = (y ^ (y >> 7)) & 0xffff;
  return (int)(y * 3u % 1001u);
}

int main(void) {
  int x = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < 400; i++)
    sum = sum + (i ^ x);
  int y = work(x);
  if (y < 0)
    reach_error();
  return 0;
}
