// Unsafe: the fourth payment in a row may overdraw the account.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int balance = 100, payments = 0;
  while (__VERIFIER_nondet_int()) {
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume(amount > 0 && amount <= 30);
    if (payments % 5 == 4)
      balance = balance + 100;
    else
      balance = balance - amount;
    payments = payments + 1;
    check(balance >= 0);
  }
  return 0;
}
