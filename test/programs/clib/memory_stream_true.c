// what: a stream that only the real library opens met models of the other functions in the run that should confirm
// truth: unreach-call true
// expect: default unknown
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char buffer[16] = "abc";
  FILE* file = fmemopen(buffer, sizeof(buffer), "r");
  if (file == NULL) return 0;
  if (ferror(file) != 0) reach_error();
  if (fgetc(file) != 'a') reach_error();
  if (fclose(file) != 0) reach_error();
  return 0;
}
