// what: the members of a union share their bytes; writing one and reading another shows them
// run:
// expect: output "4 1065353216 3f800000 c0 200 8\n"
#include <stdio.h>

union Number { float f; unsigned u; unsigned char b[4]; };
struct Tagged {
  int tag;
  union {
    int whole;
    unsigned char bytes[4];
  };
};

int main(void) {
  union Number n = {.f = 1.0f};
  struct Tagged t = {.tag = 1, .whole = 200};
  printf("%d %u %x ", (int)sizeof n, n.u, n.u);
  n.b[3] = 0xc0;
  printf("%x ", (n.u >> 24) & 0xff);
  printf("%d %d\n", t.bytes[0], (int)sizeof t);
  return n.f < 0 ? 0 : 1;
}
