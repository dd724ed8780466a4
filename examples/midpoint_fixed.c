// The middle of two indices again, computed so that nothing overflows.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int middle(int low, int high) {
  return low + (high - low) / 2;
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low)
    return 0; // not a range
  int mid = middle(low, high);
  if (mid < low || mid > high)
    reach_error();
  return 0;
}
