// what: %n makes functions that print write
// truth: unreach-call false
// expect: bmc false
// expect: value false
// expect: predicate false
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int printed = 0, put = 0;
  char text[9];
  printf("abc%n", &printed);
  sprintf(text, "ab%n", &put);
  if (printed == 3 && put == 2) reach_error();
  return 0;
}
