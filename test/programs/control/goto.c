// what: goto forward, backward, out of nested loops, and into a block past an initialisation
// run: inputs=3
// expect: output "3 12 7\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, found = 0, inside = 0;
again:
  if (i < n) {
    i++;
    goto again;
  }
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 5; b++)
      if (a * b == 2) {
        found = 10 * a + b;
        goto out;
      }
out:
  if (n == 3) goto middle;
  {
    int skipped = 1;
    inside = 100;
  middle:
    skipped = 7;
    inside += skipped;
  }
  printf("%d %d %d\n", i, found, inside);
  return 0;
}
