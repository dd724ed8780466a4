// what: library functions without a model write what their arguments point to
// truth: unreach-call false
// expect: bmc false
// expect: value false
// expect: predicate false
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);

static int scan(const char* text, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int count = vsscanf(text, format, list);
  va_end(list);
  return count;
}

int main(void) {
  double sine = 5, cosine = 5;
  sincos(0.0, &sine, &cosine);
  int quotient = 77;
  remquo(7.0, 2.0, &quotient);
  char swapped[2] = {1, 2};
  swab("ab", swapped, 2);
  int number = 0;
  scan("42", "%d", &number);
  if (sine == 0 && quotient != 77 && swapped[0] == 'b' && number == 42) reach_error();
  return 0;
}
