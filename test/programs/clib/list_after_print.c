// what: a list that was printed is indeterminate: x86-64 goes on behind what was printed
// models: LP64
// truth: unreach-call false
// expect: bmc unknown
// expect: kinduction unknown
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static int print(const char *format, ...) {
  char text[9];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  int next = va_arg(list, int);
  va_end(list);
  return next;
}
int main(void) {
  if (print("%d", 1, 2) == 2) reach_error();
  return 0;
}
