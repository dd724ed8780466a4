// The middle of two indices, as in many binary searches. The sum of two large indices does not fit into an int.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int middle(int low, int high) {
  return (low + high) / 2;
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
