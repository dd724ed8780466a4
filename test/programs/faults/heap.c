// what: use after free, double free and freeing what was not allocated are reported
// run: inputs=0
// expect: runtime-error line 16 "free"
// run: inputs=1
// expect: runtime-error line 18 "free"
// run: inputs=2
// expect: runtime-error line 19
// run: inputs=3
// expect: runtime-error line 20 "bounds"
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int how = __VERIFIER_nondet_int();
  int* p = malloc(sizeof *p);
  if (how == 0) { free(p); return *p; }
  if (how == 1) free(p);
  if (how == 1) free(p);
  if (how == 2) free(&how);
  if (how == 3) p[1] = 5;
  free(p);
  return 0;
}
