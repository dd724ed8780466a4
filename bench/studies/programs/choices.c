// Four branches, one of which no input takes.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 5)
    return 0;
  x = x % 7 + 6;
  if (x > 12)
    return 1;
  return 2;
}
