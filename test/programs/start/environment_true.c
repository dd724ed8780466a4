// what: environ is there, its texts have a '=', and main's third parameter is the same list
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: default true
#include <assert.h>
extern char **environ;
int main(int argc, char **argv, char **variables) {
  assert(environ != 0);
  assert(variables == environ);
  if (environ[0] && environ[0][0] && !environ[0][1]) assert(environ[0][0] == '=');
  return 0;
}
