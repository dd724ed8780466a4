// Loops that predicates decide, one behind each decision: each brings its own refinement.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  int up = 0, down = 0, i = 0;
  for (int part = 0; part < 400; part++) {
    if (which != part) continue;
    while (i < n) {
      up += 1 + part % 3;
      down += 1 + part % 3;
      i++;
    }
    if (up != down) reach_error();
  }
  return 0;
}
