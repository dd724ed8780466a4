// Locks that are taken on request and given back; a lock that was taken is always held at its end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int wanted1 = __VERIFIER_nondet_int(), lock1 = 0;
  int wanted2 = __VERIFIER_nondet_int(), lock2 = 0;
  int wanted3 = __VERIFIER_nondet_int(), lock3 = 0;
  int wanted4 = __VERIFIER_nondet_int(), lock4 = 0;
  int wanted5 = __VERIFIER_nondet_int(), lock5 = 0;
  if (wanted1 != 0)
    lock1 = 1;
  if (wanted2 != 0)
    lock2 = 1;
  if (wanted3 != 0)
    lock3 = 1;
  if (wanted4 != 0)
    lock4 = 1;
  if (wanted5 != 0)
    lock5 = 1;
  if (wanted1 != 0) {
    if (lock1 != 1)
      reach_error();
    lock1 = 0;
  }
  if (wanted2 != 0) {
    if (lock2 != 1)
      reach_error();
    lock2 = 0;
  }
  if (wanted3 != 0) {
    if (lock3 != 1)
      reach_error();
    lock3 = 0;
  }
  if (wanted4 != 0) {
    if (lock4 != 1)
      reach_error();
    lock4 = 0;
  }
  if (wanted5 != 0) {
    if (lock5 != 1)
      reach_error();
    lock5 = 0;
  }
  return 0;
}
