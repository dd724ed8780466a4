// what: a GNU statement expression has the value of its last statement, its own scope, and may leave by goto or return
// run: inputs=5
// expect: output "12 7 5 9\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
static int early(int n) {
  int r = 1 + ({ if (n > 3) return n; n * 2; });
  return r;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  int a = 2 + ({ int sum = 0; for (int k = 0; k < n; k++) sum += k; sum; });
  int b = MAX(i++, n + 2);
  int c = early(n), d = early(n - 1 - i + 1);
  printf("%d %d %d %d\n", a, b, c, d + 5);
  return 0;
}
