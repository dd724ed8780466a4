// what: what setenv, putenv and unsetenv do to the list
// truth: unreach-call true
// expect: bmc true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
int main(void) {
  static char text[] = "P=q";
  clearenv();
  assert(environ == 0);
  assert(setenv("A", "xy", 1) == 0 && putenv(text) == 0);
  assert(strcmp(environ[0], "A=xy") == 0 && environ[1] == text && environ[2] == 0);
  assert(setenv("A", "z", 0) == 0 && strcmp(getenv("A"), "xy") == 0);
  assert(unsetenv("A") == 0 && environ[0] == text && environ[1] == 0);
  text[2] = 'r';
  assert(getenv("P")[0] == 'r');
  return 0;
}
