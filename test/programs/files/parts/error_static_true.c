// The program's entry, with a reach_error of its own.
extern int __VERIFIER_nondet_int(void);
extern int limited(int x);
static void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (limited(x) == 6)
    reach_error();
  return 0;
}
