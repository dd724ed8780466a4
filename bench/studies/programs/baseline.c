// A loop structure of the study of gambling: the assertion stands in no loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int work(int x) {
  unsigned y = (unsigned)x;
  y = (y ^ (y >> 7)) & 0xffff;
  return (int)(y * 3u % 1001u);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = work(x);
  if (y < 0)
    reach_error();
  return 0;
}
