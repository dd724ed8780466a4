// what: a block whose pointer is used in another way, too
// truth: unreach-call false
// expect: cell-morphing unknown
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int *block = malloc(10 * sizeof(int));
  int *other = block;
  if (block == 0) return 0;
  for (int i = 0; i < 10; i++) block[i] = 1;
  other[4] = 2;
  for (int i = 0; i < 10; i++)
    if (block[i] != 1) reach_error();
  return 0;
}
