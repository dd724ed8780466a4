// what: the value of an environment variable is chosen, and a replay passes it
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdlib.h>
int main(void) {
  const char *mode = getenv("MODE");
  if (mode && mode[0] == 'x' && mode[1] == 0) assert(0);
  return 0;
}
