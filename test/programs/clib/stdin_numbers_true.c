// what: scanf converts as many as it says, within the width
// models: LP64
// truth: unreach-call true
// expect: bmc true
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 5, y = 6;
  char word[4];
  int n = scanf("%2d %d", &x, &y);
  assert(n >= -1 && n <= 2);
  if (n < 2) assert(y == 6);
  if (n > 0) assert(x > -100 && x < 100);
  if (n <= 0) assert(x == 5);
  if (scanf("%3s", word) == 1) assert(word[0] != ' ' && word[3] == 0 || word[1] == 0 || word[2] == 0);
  return 0;
}
