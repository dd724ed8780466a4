// what: qsort calls back, which is not modelled: no proof
// truth: unreach-call false
// expect: bmc --cpu=3s unknown
// expect: kinduction --cpu=3s unknown
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
