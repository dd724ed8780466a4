// what: a compound literal is a fresh object each time it is passed, and one that can be changed
// run:
// expect: output "3 7 6 11 2\n"
#include <stdio.h>

struct Pair { int a, b; };
static int sum(struct Pair p) { return p.a + p.b; }
static int bump(struct Pair* p) { return ++p->a + p->b; }
static int first(int* list) { return list[0]++; }

int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) total += first((int[]){2, 3}); // 2 each time
  struct Pair* p = &(struct Pair){.b = 4};
  p->a = 7;
  printf("%d %d %d ", sum((struct Pair){1, 2}), bump(&(struct Pair){1, 5}), total);
  printf("%d %d\n", p->a + p->b, (int[]){1, 2, 3}[1]);
  return 0;
}
