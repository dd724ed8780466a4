// what: qsort calls back: the error is in the comparison
// truth: unreach-call false
// expect: bmc false line 8
// expect: kinduction false line 8
#include <stdlib.h>
extern void reach_error(void);
int compare(const void *a, const void *b) {
  if (*(const int *)a + *(const int *)b == 7) reach_error();
  return 0;
}
int main(void) {
  int a[2] = {3, 4};
  qsort(a, 2, sizeof *a, compare);
  return 0;
}
