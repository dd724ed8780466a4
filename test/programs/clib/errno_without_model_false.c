// what: a function without a model may leave any error number
// models: LP64
// truth: unreach-call false
// expect: default false
#include <assert.h>
#include <errno.h>
#include <unistd.h>
int main(void) {
  errno = 0;
  int result = chdir("/no/such/folder");
  assert(result == 0 || errno == 0);
  return 0;
}
