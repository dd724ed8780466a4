// what: a program without inputs reads the bits of an address through a union: its run is one of many
// models: LP64
// truth: unreach-call false
// expect: random unknown
// expect: default --cpu=3s unknown
#include <assert.h>
union Word {
  char *pointer;
  unsigned long bits;
};
char text[3];
int main(void) {
  union Word word;
  word.pointer = text;
  assert(word.bits % 4 == 0);
  return 0;
}
