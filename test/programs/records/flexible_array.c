// what: a flexible array member adds nothing to sizeof and reaches into what was allocated behind
// run: inputs=4
// expect: output "4 10\n"
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct Message { int length; int data[]; };

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct Message* m = malloc(sizeof *m + (unsigned)n * sizeof m->data[0]);
  if (!m) return 1;
  m->length = n;
  int sum = 0;
  for (int i = 0; i < n; i++) m->data[i] = i + 1;
  for (int i = 0; i < m->length; i++) sum += m->data[i];
  printf("%d %d\n", (int)sizeof *m, sum);
  free(m);
  return 0;
}
