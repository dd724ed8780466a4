// what: a library function calls back
// truth: unreach-call false
// expect: bmc false
// expect: value false
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);

static int compare(const void* left, const void* right, void* seen) {
  *(int*)seen = 7;
  return 0;
}

int main(void) {
  int values[2] = {3, 1}, seen = 0;
  qsort_r(values, 2, sizeof *values, compare, &seen);
  if (seen == 7) reach_error();
  return 0;
}
