// what: aliases of variables and functions, and a weak definition that no other one replaces
// run:
// expect: output "5 6 7 8\n"
#include <stdio.h>

int value = 5;
extern int other_name __attribute__((alias("value")));
int seven(void) { return 7; }
extern int also_seven(void) __attribute__((alias("seven")));
__attribute__((weak)) int eight(void) { return 8; }

int main(void) {
  printf("%d ", other_name);
  value = 6;
  printf("%d %d %d\n", other_name, also_seven(), eight());
  return 0;
}
