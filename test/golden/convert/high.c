// The same, where the target is the branch behind the threshold: it cannot be reached while the level does not wrap.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int level = __VERIFIER_nondet_int();
  if (level < 40 || level > 1000)
    return 0;
  level = level + 1;
  if (level == 40)
    reach_error();
  return 2;
}
