// The running example of Lourenço, Lamraoui, Nakajima and Pinto (AVoCS 2015): an assert in each iteration.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 40);
  int before = 0, last = 1, i = 2, result;
  if (n == 0)
    result = before;
  else
    result = last;
  while (i <= n) {
    check(before <= last);
    result = last + before;
    before = last;
    last = result;
    i = i + 1;
  }
  return result;
}
