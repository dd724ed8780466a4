// what: each call has its own variables, in recursion too
// run: inputs=10
// expect: output "55 3628800 1 0 61\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int factorial(int n) {
  int here = n;
  if (n == 0) return 1;
  int below = factorial(n - 1);
  return here * below;
}
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  printf("%d %d %d %d %d\n", fib(n), factorial(n), is_even(n), is_odd(n), ackermann(3, 3));
  return 0;
}
