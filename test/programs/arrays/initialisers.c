// what: what an initialiser leaves out is zero; designators move on from where they point; strings fill char arrays
// run:
// expect: output "0 7 8 0 6 3 3 0 4 104 0 0 2\n"
#include <stdio.h>

int a[6] = {[1] = 7, 8, [4] = 5, [4] = 6};
int counted[] = {[2] = 3};

int main(void) {
  int local[5] = {[1 ... 2] = 3};
  char word[4] = "hi";
  char exact[2] = "hi"; // no room for the end mark
  printf("%d %d %d %d %d ", a[0], a[1], a[2], a[3], a[4]);
  printf("%d %d %d %d ", (int)(sizeof counted / sizeof *counted), local[2], local[4], (int)sizeof word);
  printf("%d %d %d %d\n", word[0], word[2], word[3], (int)sizeof exact);
  return 0;
}
