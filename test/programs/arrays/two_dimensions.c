// what: a[i][j] is row by row; a pointer to a row steps over the whole row
// run: inputs=1,2
// expect: output "6 6 4 12 3 21\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static int total(int (*rows)[3], int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < 3; j++) sum += rows[i][j];
  return sum;
}

int main(void) {
  int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  int(*row)[3] = a;
  printf("%d %d ", a[i][j], (*(row + 1))[2]);
  row++;
  printf("%d %d %d %d\n", **row, (int)sizeof *row, *(&a[0][0] + j), total(a, 2));
  return 0;
}
