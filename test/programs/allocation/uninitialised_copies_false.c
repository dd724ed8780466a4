// what: copies of memory that was never written, also of copies and of blocks that are gone, have the value of their source
// truth: unreach-call false
// expect: bmc false line 19
// expect: kinduction false line 19
// expect: predicate unknown
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
  int numbers[3], copy[3], last;
  int* block = malloc(sizeof numbers);
  memcpy(numbers, block, sizeof numbers);
  free(block);
  memmove(copy, numbers + 1, 2 * sizeof *copy);
  last = copy[1];
  if (copy[0] != numbers[1] || numbers[2] != last) return 1;
  if (numbers[0] != 7) return 2;
  if (copy[0] == 8 && last == 9) reach_error();
  return 0;
}
