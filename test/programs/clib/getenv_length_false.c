// what: the values of environment variables may be long
// models: LP64
// truth: unreach-call false
// expect: bmc --cpu=30s false line 11
// expect: kinduction --cpu=30s false line 11
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *home = getenv("HOME");
  if (home) assert(strlen(home) < 40);
  return 0;
}
