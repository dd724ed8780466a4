// truth:  true
// expect: bmc true
// expect: kinduction true
// why:    a call through a pointer that depends on the path enters the right functions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice(int x) { return 2 * x; }
int plus(int x) { return x + 7; }
int main(void) {
  int (*table[2])(int) = {twice, plus};
  int which = __VERIFIER_nondet_int() != 0;
  int result = table[which](5);
  if (result != 10 && result != 12) reach_error();
  return 0;
}
