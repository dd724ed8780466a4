// Branches with loops that predicate analysis verifies, and a last one with a loop that it does not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  int up = 0, down = 0, i = 0;
  if (which == 1) {
    for (; i < n; i++) up++, down--;
    if (up + down != 0) reach_error();
  } else if (which == 2) {
    for (; i < n; i++) up += 2;
    if (up != 2 * i) reach_error();
  } else if (which == 3) {
    while (i < 1000000) i++;
    if (i != 1000000) reach_error();
  } else {
    unsigned x = 1;
    for (; i < 1000000; i++) x = x * 1664525u + 1013904223u;
    if (x == 7) reach_error();
  }
  return 0;
}
