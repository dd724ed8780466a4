// what: padding between the bit-fields of an initialised struct is cleared with the word, as compilers do
// truth: unreach-call true
// expect: bmc true
// expect: value true
#include <string.h>
extern void reach_error(void);

int main(void) {
  struct {
    unsigned a : 5;
    unsigned short b : 7;
    unsigned char : 2;
    unsigned c : 3;
  } s = {.c = 5, .a = 17, .b = 65};
  unsigned all;
  if (s.a != 17 || s.b != 65 || s.c != 5) return 1;
  memcpy(&all, &s, sizeof all);
  if (all != 84017) reach_error();
  return 0;
}
