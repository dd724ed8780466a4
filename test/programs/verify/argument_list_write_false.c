// what: what is written through a pointer from an argument list is not lost
// truth: unreach-call false
// expect: bmc false line 16
// expect: kinduction false line 16
// expect: predicate false line 16
// expect: default false line 16
#include <stdarg.h>
extern void reach_error(void);
int value;
static void put(int count, ...) {
  va_list list;
  va_start(list, count);
  *va_arg(list, int *) = 0;
  va_end(list);
}
int main(void) { value = 14; put(1, &value); if (value == 0) reach_error(); }
