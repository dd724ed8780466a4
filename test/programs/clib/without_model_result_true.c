// what: what library functions without a model return is not chosen
// truth: unreach-call true
// expect: bmc unknown
// expect: value unknown
#define _GNU_SOURCE
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
extern void reach_error(void);

int main(void) {
  if (fnmatch("*.c", "a.c", 0) != 0) reach_error();
  if (lrint(2.6) != 3 || strverscmp("a9", "a10") >= 0 || a64l("/") != 1) reach_error();
  if (j0(0.0) != 1) reach_error();
  return 0;
}
