// what: va_arg takes the arguments in order with their promoted types; va_copy starts where the original was
// run:
// expect: output "6 3.5 end 12 5 5\n"
#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  while (count-- > 0) total += va_arg(list, int);
  va_end(list);
  return total;
}
static void mixed(const char* what, ...) {
  va_list list, copy;
  va_start(list, what);
  double d = va_arg(list, double); // a float was promoted
  const char* s = va_arg(list, const char*);
  va_copy(copy, list);
  long long big = va_arg(list, long long);
  long long again = va_arg(copy, long long);
  int c = va_arg(list, int); // a char was promoted
  printf("%.1f %s %lld %d %d\n", d, s, big + again, c, va_arg(copy, int));
  va_end(copy);
  va_end(list);
}

int main(void) {
  printf("%d ", sum(3, 1, 2, 3));
  mixed("", 3.5f, "end", 6LL, (char)5);
  return 0;
}
