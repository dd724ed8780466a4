// what: a file that the program has written itself holds what it wrote
// truth: unreach-call true
// expect: bmc unknown
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char text[2] = {0};
  int file = open("tandem_own_file", O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || write(file, "a", 1) != 1) return 0;
  if (pread(file, text, 1, 0) == 1 && text[0] != 'a') reach_error();
  unlink("tandem_own_file");
  return 0;
}
