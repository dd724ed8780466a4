// what: several files are one program: shared globals, statics of the same name that stay apart, calls across
// also: parts/two_files_other.c
// run:
// expect: output "1 2 10 21 3\n"
#include <stdio.h>

extern int shared;
extern int other_counter(void);
extern int other_list[];
static int counter(void) {
  static int n;
  return ++n;
}

int main(void) {
  int a = counter(), b = counter();
  int c = other_counter(), d = other_counter() + 1;
  shared += 2;
  printf("%d %d %d %d %d\n", a, b, c, d, shared + other_list[0] - 100);
  return 0;
}
