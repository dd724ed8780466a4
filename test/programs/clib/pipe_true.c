// what: what is read from a pipe is what was written, which is not understood and no input either
// truth: unreach-call true
// expect: bmc unknown
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  int ends[2];
  char text[4] = {0};
  if (pipe(ends) != 0 || write(ends[1], "abc", 3) != 3) return 0;
  if (read(ends[0], text, 3) == 3 && text[1] != 'b') reach_error();
  if (lseek(ends[0], 0, SEEK_SET) != -1) reach_error();
  return 0;
}
