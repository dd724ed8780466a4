// what: a program without inputs has one run, also with calls through pointers, signs of comparisons, text that is
// what: formatted, and pointers that are compared inside their objects
// models: LP64
// truth: unreach-call true
// expect: random true
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct Node {
  int value;
  struct Node *next;
};
static int twice(int x) { return 2 * x; }
static int squared(int x) { return x * x; }
static int (*const table[2])(int) = {twice, squared};
int main(void) {
  struct Node *list = 0;
  for (int i = 0; i < 10; i++) {
    struct Node *node = malloc(sizeof *node);
    node->value = table[i % 2](i);
    node->next = list;
    list = node;
  }
  int sum = 0;
  for (struct Node *at = list; at != 0; at = at->next) sum += at->value;
  char text[8], *end = text + sizeof text, *at = text;
  snprintf(text, sizeof text, "%d", sum);
  while (at != end && *at) at++;
  assert(sum == 205 && at - text == 3 && at < end && list != list->next);
  assert(strcmp(text, "204") > 0 && !strcmp(text, "205"));
  return 0;
}
