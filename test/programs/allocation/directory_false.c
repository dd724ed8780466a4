// what: a model that asks the environment allocates in the harness, too, and asks for that in the same order
// truth: unreach-call false
// expect: bmc --malloc-may-fail false line 15
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char *first = malloc(3);
  if (first) return 0;
  char *directory = getcwd(NULL, 0);
  if (!directory) return 0;
  char *second = malloc(3);
  if (!second || directory[1]) return 0;
  if (rand() == 5) reach_error();
  return 0;
}
