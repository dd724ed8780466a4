// what: a program without inputs copies the bytes of an address into an integer: its run is one of many
// models: LP64
// truth: unreach-call false
// expect: random unknown
// expect: default --cpu=3s unknown
#include <assert.h>
#include <string.h>
char text[3];
int main(void) {
  char *pointer = text;
  unsigned long bits;
  memcpy(&bits, &pointer, sizeof bits);
  assert(bits % 4 == 0);
  return 0;
}
