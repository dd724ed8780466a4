// what: what realloc adds has any contents, and a smaller block keeps only what fits
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int *a = malloc(2 * sizeof *a), *b = malloc(4 * sizeof *b);
  for (int i = 0; i < 2; i++) a[i] = 10 + i;
  for (int i = 0; i < 4; i++) b[i] = 20 + i;
  int *one = __VERIFIER_nondet_int() ? a : b;
  one = realloc(one, (__VERIFIER_nondet_int() ? 3 : 4) * sizeof *one);
  assert(one[1] == 11 || one[1] == 21);
  one[2] = __VERIFIER_nondet_uchar();
  assert(one[0] == 10 || one[2] != 99);
  free(one);
  return 0;
}
