// what: strcpy is not modelled, but it does write: keeping the old content would be a wrong proof. The alarm is confirmed
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
#include <string.h>
extern void reach_error(void);
int main(void) {
  char text[4] = "abc";
  strcpy(text, "xyz");
  if (text[0] == 'x') reach_error();
  return 0;
}
