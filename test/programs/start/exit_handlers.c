// what: exit evaluates its argument, runs the handlers and the destructors, and ends with the value from before
// run:
// expect: output "2 handler 3 late\n"
// expect: exit 2
#include <stdio.h>
#include <stdlib.h>

static int state = 1;
__attribute__((constructor)) static void start(void) { state = 2; }
__attribute__((destructor)) static void late(void) { printf("%d late\n", state); }
static void handler(void) {
  printf("handler ");
  state = 3;
}
static int leave(int code) {
  atexit(handler);
  printf("%d ", code);
  exit(state);
}

int main(void) { return leave(state); }
