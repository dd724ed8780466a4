// what: what is decided at compile time: _Generic, types_compatible, choose_expr, sizeof without evaluation, _Static_assert
// run:
// expect: output "2 1 0 5 0 4 4 1\n"
#include <stdio.h>

#define KIND(x) _Generic((x), int: 1, double: 2, default: 3)
_Static_assert(sizeof(int) == 4, "int has four bytes");

int main(void) {
  int i = 0;
  int size = (int)sizeof(i++);
  printf("%d %d ", KIND(1.0), KIND('a'));
  printf("%d %d ", __builtin_types_compatible_p(int, long), __builtin_choose_expr(1, 5, "no"));
  printf("%d %d %d ", i, size, (int)_Alignof(int));
  printf("%d\n", __builtin_expect(i == 0, 0) ? 1 : 2);
  return 0;
}
