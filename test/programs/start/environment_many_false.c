// what: nobody may prove that there are few variables
// truth: unreach-call false
// expect: bmc unknown
// expect: default unknown
#include <assert.h>
extern char **environ;
int main(void) {
  int count = 0;
  while (environ[count] && count < 10) count++;
  assert(count < 10);
  return 0;
}
