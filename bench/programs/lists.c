#include <stdlib.h>
struct node {
  int value;
  struct node* next;
};
int main(void) {
  int sum = 0;
  for (int k = 0; k < 20; k++) {
    struct node* list = NULL;
    for (int i = 0; i < 2000; i++) {
      struct node* n = malloc(sizeof *n);
      n->value = i;
      n->next = list;
      list = n;
    }
    while (list) {
      struct node* n = list;
      sum += n->value;
      list = n->next;
      free(n);
    }
  }
  return sum != 39980000;
}
