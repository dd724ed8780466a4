// The shape of Figure 3 in "Exchanging Information in Cooperative Software Validation", where the target is the first
// branch: it is reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int level = __VERIFIER_nondet_int();
  if (level < 40) {
    reach_error();
    return 0;
  }
  level = level + 1;
  if (level == 40)
    return 1;
  return 2;
}
