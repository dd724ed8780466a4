// what: constructors run before main by priority, exit handlers and then destructors after it, each in its order
// run:
// expect: output "ABCmyxba\n"
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void third(void) { printf("C"); }
__attribute__((constructor(101))) static void first(void) { printf("A"); }
__attribute__((constructor(102))) static void second(void) { printf("B"); }
__attribute__((destructor(101))) static void last(void) { printf("a\n"); }
__attribute__((destructor)) static void before_last(void) { printf("b"); }
static void x(void) { printf("x"); }
static void y(void) { printf("y"); }

int main(void) {
  atexit(x);
  atexit(y);
  printf("m");
  return 0;
}
