// what: no file has a position below zero, and a run has to show it
// truth: unreach-call false
// expect: bmc false line 13
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  int file = open("file", O_CREAT | O_RDWR | O_TRUNC, 0600);
  if (file < 0) return 1;
  long place = lseek(file, -10, SEEK_SET);
  close(file);
  if (place < 0) reach_error();
  return 0;
}
