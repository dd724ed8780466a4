// what: functions registered with atexit run in reverse order after main returns, and not after _exit
// run: inputs=0
// expect: exit 5
// expect: output "main second first\n"
// run: inputs=1
// expect: exit 3
// expect: output "main second first\n"
// run: inputs=2
// expect: exit 4
// expect: output "main "
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static void first(void) { printf("first\n"); }
static void second(void) { printf("second "); }
int main(void) {
  atexit(first);
  atexit(second);
  int how = __VERIFIER_nondet_int();
  printf("main ");
  fflush(stdout);
  if (how == 1) exit(3);
  if (how == 2) _exit(4);
  return 5;
}
