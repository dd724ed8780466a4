// what: numbers that are drawn after one seed are inputs
// truth: unreach-call false
// expect: kinduction false line 14
// expect: value false line 14
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  srand((unsigned)time(NULL));
  srand(7);
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += rand() % 6 + 1;
  if (sum < 3 || sum > 18) return 1;
  if (sum == 18) reach_error();
  return 0;
}
