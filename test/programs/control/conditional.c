// what: only the chosen arm of ?: is evaluated; both arms are converted to one type; x ?: y evaluates x once
// run: inputs=1,0
// expect: output "10 0 1 4 1 4294967295\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static int calls;
static int next(void) { return ++calls; }

int main(void) {
  int yes = __VERIFIER_nondet_int(), no = __VERIFIER_nondet_int();
  int a = 10, b = 0;
  (yes ? (a++, &a) : (b++, &b))[0] -= 1;
  int elvis = next() ?: 9;
  int other = no ?: 4;
  printf("%d %d %d %d %d ", a, b, elvis, other, calls);
  printf("%lld\n", (long long)(yes ? -1 : 0u)); // both arms are unsigned
  return 0;
}
