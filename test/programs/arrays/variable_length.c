// what: the size of a variable-length array is fixed when it is declared, and sizeof asks for that size
// run: inputs=5
// expect: output "20 16 10 12 14\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static int corner(int n, int m, int a[n][m]) { return a[n - 1][m - 1]; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[n];
  int size = (int)sizeof a;
  n = 4;
  for (int i = 0; i < 5; i++) a[i] = i * i;
  int b[2][n];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < n; j++) b[i][j] = 10 * i + j;
  n = 100;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    char again[i + 1];
    again[i] = (char)i;
    sum += (int)sizeof again + again[i];
  }
  printf("%d %d %d ", size, (int)sizeof b[1], b[1][0]);
  printf("%d %d\n", b[1][2], corner(2, 4, b) + sum - 8);
  return a[4] == 16 ? 0 : 1;
}
