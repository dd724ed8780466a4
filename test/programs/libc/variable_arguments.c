// what: a va_list handed to vsnprintf and to other functions, copied, and with arguments of every size
// run:
// expect: output "27 [abc -7  2.50 123456789012 z] 606 5000001099\n"
#include <stdarg.h>
#include <stdio.h>

struct small {
  char c;
};
struct large {
  long long x[3];
};

static char text[200];
static int format(const char* how, ...) {
  va_list list;
  va_start(list, how);
  int length = vsnprintf(text, sizeof text, how, list);
  va_end(list);
  return length;
}
static long long sum_list(int count, va_list list) {
  long long sum = 0;
  for (int i = 0; i < count; i++) sum += va_arg(list, int);
  return sum;
}
static long long sum_twice(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  long long sum = sum_list(count, list) * 100 + sum_list(count, again);
  va_end(again);
  va_end(list);
  return sum;
}
static long long mixture(int n, ...) {
  va_list list;
  va_start(list, n);
  struct small s = va_arg(list, struct small);
  struct large l = va_arg(list, struct large);
  double d = va_arg(list, double);
  long long ll = va_arg(list, long long);
  long double ld = va_arg(list, long double);
  char* p = va_arg(list, char*);
  va_end(list);
  return n + s.c + l.x[2] + (long long)(d * 2) + ll + (long long)(ld * 4) + p[1];
}

int main(void) {
  int length = format("%s %d %5.2f %lld %c", "abc", -7, 2.5, 123456789012LL, 'z');
  printf("%d [%s] %lld ", length, text, sum_twice(3, 1, 2, 3));
  struct small s = {1};
  struct large l = {{10, 20, 30}};
  printf("%lld\n", mixture(1000, s, l, 0.5, 5000000000LL, 0.25L, "AB"));
  return 0;
}
