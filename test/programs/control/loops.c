// what: continue goes to the step of a for but to the condition of a do; the condition of a do is evaluated after the body
// run:
// expect: output "25 1 3 12 6\n"
#include <stdio.h>

int main(void) {
  int odd = 0, once = 0, rounds = 0, outer = 0, nested = 0;
  for (int i = 0; i < 10; i++) {
    if (i % 2 == 0) continue;
    odd += i;
  }
  do once++;
  while (0);
  int i = 0;
  do {
    rounds++;
    if (i == 1) continue;
  } while (i++ < 2);
  for (int a = 0; a < 4; a++) {
    int b = 0;
    while (1) {
      if (b++ == a) break;
      nested++;
    }
    outer += 3;
  }
  printf("%d %d %d %d %d\n", odd, once, rounds, outer, nested);
  return 0;
}
