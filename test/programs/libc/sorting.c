// what: qsort is stable like glibc's, bsearch finds; both call back into the program, which may call them again
// run:
// expect: output "11 14 23 30 32 35 3 1 1\n"
#include <stdio.h>
#include <stdlib.h>

struct pair {
  int key, value;
};
static int compared;
static int by_key(const void* a, const void* b) {
  compared++;
  return ((const struct pair*)a)->key - ((const struct pair*)b)->key;
}
static int by_int(const void* a, const void* b) {
  int inner[3] = {3, 1, 2};
  static int nested;
  if (nested++ == 0) {
    qsort(inner, 3, sizeof *inner, by_int);
    if (inner[0] != 1) exit(9);
  }
  return *(const int*)a - *(const int*)b;
}

int main(void) {
  struct pair list[] = {{3, 0}, {1, 1}, {3, 2}, {2, 3}, {1, 4}, {3, 5}};
  qsort(list, 6, sizeof *list, by_key);
  for (int i = 0; i < 6; i++) printf("%d%d ", list[i].key, list[i].value);
  int numbers[] = {5, -2, 9, 0, 7};
  qsort(numbers, 5, sizeof *numbers, by_int);
  int wanted = 7, missing = 6;
  int* found = bsearch(&wanted, numbers, 5, sizeof *numbers, by_int);
  printf("%d %d %d\n", (int)(found - numbers), bsearch(&missing, numbers, 5, sizeof *numbers, by_int) == NULL,
         compared > 0);
  return 0;
}
