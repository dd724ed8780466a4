// what: what the program puts into the environment is found there
// truth: unreach-call true
// expect: bmc true
// expect: value true
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  static char setting[] = "MODE=on";
  putenv(setting);
  const char* mode = getenv("MODE");
  if (mode == 0 || mode[0] != 'o' || mode[1] != 'n' || mode[2] != 0) reach_error();
  return 0;
}
