// what: a variable of the library is the one that its functions change, wherever the program reads it first
// truth: unreach-call true
// expect: bmc true
// expect: value true
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char* arguments[] = {"program", "-a", "-b", 0};
  int before = optind;
  if (before != 1 || getopt(3, arguments, "ab") != 'a' || optind != 2) reach_error();
  return 0;
}
