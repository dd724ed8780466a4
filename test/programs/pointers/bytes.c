// what: the bytes of an object, lowest first, seen and changed through a char pointer
// run:
// expect: output "4 3 2 1 0x10203ff\n"
#include <stdio.h>

int main(void) {
  unsigned x = 0x01020304;
  unsigned char* b = (unsigned char*)&x;
  printf("%d %d %d %d ", b[0], b[1], b[2], b[3]);
  b[0] = 0xff;
  printf("0x%x\n", x);
  return 0;
}
