// what: constructors see the list, too, and may change it
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
extern char **environ;
static int first;
static char *own[] = {"A=1", 0};
__attribute__((constructor)) static void look(void) {
  first = environ[0] ? environ[0][0] : 0;
  environ = own;
}
int main(int argc, char **argv) {
  if (environ == own) assert(first != 'Q');
  return 0;
}
