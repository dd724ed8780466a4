// what: each allocation in a loop may fail on its own
// truth: unreach-call false
// expect: default --malloc-may-fail false line 24
// expect: bmc --malloc-may-fail false line 24
// expect: value --malloc-may-fail false line 24
// expect: gamble --malloc-may-fail false line 24
#include <stdlib.h>
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int length = 0;
  for (; length < 3; length++) {
    struct node *node = malloc(sizeof *node);
    if (!node) break;
    node->value = length;
    node->next = list;
    list = node;
  }
  if (length == 2 && list->value == 1) reach_error();
  return 0;
}
