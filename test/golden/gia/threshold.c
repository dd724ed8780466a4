// The shape of Figure 2 in "Exchanging Information in Cooperative Software Validation": a threshold is tested, passed,
// and tested again. Each branch is a target for a tester; the one in line 11 cannot be reached.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int level = __VERIFIER_nondet_int();
  if (level < 40) {
    return 0;
  } else {
    level = level + 1;
    if (level == 40) {
      return 1;
    } else {
      return 2;
    }
  }
}
