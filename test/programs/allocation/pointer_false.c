// what: allocating functions that are called through pointers may fail
// truth: unreach-call false
// expect: default --malloc-may-fail false line 20
// expect: bmc --malloc-may-fail false line 20
// expect: gamble --malloc-may-fail false line 20
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

struct hooks {
  void *(*allocate)(size_t);
  char *(*copy)(const char *);
};
static struct hooks hooks = {malloc, strdup};

int main(void) {
  char *first = hooks.allocate(4);
  if (!first || hooks.allocate != malloc) return 1;
  char *second = hooks.copy("ab");
  if (!second) reach_error();
  return 0;
}
