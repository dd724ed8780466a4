// what: functions of the library that allocate may fail, each in its way
// truth: unreach-call false
// expect: default --malloc-may-fail false line 19
// expect: bmc --malloc-may-fail false line 19
// expect: gamble --malloc-may-fail false line 19
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
  void *place = NULL;
  char *text = strdup("abc"), *begin;
  if (!text) return 1;
  begin = strndup(text, 2);
  if (begin) return 1;
  if (aligned_alloc(16, 16)) return 1;
  // ENOMEM, and nothing was written
  if (posix_memalign(&place, 16, 8) == 12 && !place && text[2] == 'c') reach_error();
  return 0;
}
