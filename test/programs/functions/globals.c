// what: globals start at zero or their initialiser, also addresses and tentative definitions; shadowing hides them
// run:
// expect: output "0 5 5 7 1 3 0\n"
#include <stdio.h>

int tentative;
int tentative;
int value = 5;
int* address = &value;
int list[3] = {1, 2, 3};
int* inside = &list[1] + 1;
extern int later;

int main(void) {
  int shown = value;
  {
    int value = 7;
    printf("%d %d %d %d ", tentative, shown, *address, value);
  }
  printf("%d %d %d\n", list[0], *inside, later);
  return 0;
}
int later;
