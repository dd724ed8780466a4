// what: operators of vectors work on each lane, narrow lanes wrap, comparisons set all bits, scalars are spread
// run:
// expect: output "6 8 10 12|-4 -4 -4 -4|2 2 2 2|1 0 -1 -1|44 -88|-1 0|-2 -3|2 4 6 8|0.5 2.5\n"
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));
typedef signed char bytes __attribute__((vector_size(16)));
typedef double pair __attribute__((vector_size(16)));

static four global = {1, 2, 3, 4};
static pair halves = {0.5};

static four add(four a, four b) { return a + b; }

int main(void) {
  four a = {5, 6, 7, 8}, b = global;
  four sum = add(a, b), difference = b - a, spread = (four){} + 2, compared = b > (four){0, 3, 1, 2};
  bytes wide = {100, -100}, product = wide * (bytes){3, 6};
  four inverted = ~b;
  printf("%d %d %d %d|", sum[0], sum[1], sum[2], sum[3]);
  printf("%d %d %d %d|", difference[0], difference[1], difference[2], difference[3]);
  printf("%d %d %d %d|", spread[0], spread[1], spread[2], spread[3]);
  printf("%d %d %d %d|", compared[0] + 2, compared[1], compared[2], compared[3]);
  printf("%d %d|", product[0], product[1]);
  bytes equal = product == (bytes){44, 0};
  printf("%d %d|%d %d|", equal[0], equal[1], inverted[0], inverted[1]);
  b += b;
  printf("%d %d %d %d|", b[0], b[1], b[2], b[3]);
  halves[1] += 2.5;
  printf("%g %g\n", halves[0], halves[1]);
  return 0;
}
