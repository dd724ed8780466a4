// what: a file that is only read holds anything
// truth: unreach-call false
// expect: bmc false
// expect: value false
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char text[2] = {0};
  int file = open("tandem_file", O_RDONLY);
  if (file >= 0 && read(file, text, 2) == 2 && text[1] == 'x') reach_error();
  return 0;
}
