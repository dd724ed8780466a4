// what: a handler runs when exit is called, after main's own code
// truth: unreach-call false
// expect: bmc false line 9
// expect: kinduction false line 9
// expect: value false line 9
extern void reach_error(void);
#include <stdlib.h>
static int late;
static void handler(void) { if (late) reach_error(); }
int main(void) {
  atexit(handler);
  late = 1;
  exit(0);
}
