// what: bit-fields cut what is assigned, extend by their sign when read, and lie beside each other
// run: inputs=13
// expect: output "5 -3 1 13 4 7 -1 12 3\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

struct Flags {
  unsigned a : 3;
  int b : 3;
  unsigned c : 1;
  unsigned : 0; // the next one starts a new unit
  unsigned d : 5;
};

int main(void) {
  int x = __VERIFIER_nondet_int(); // 01101
  struct Flags f = {0};
  f.a = x;
  f.b = x;
  f.c = x;
  f.d = x;
  printf("%d %d %d %d ", f.a, f.b, f.c, f.d);
  f.a--;
  printf("%d ", f.a);
  f.a += 3;
  f.b = 7;
  int value = (f.d = 44); // 101100 is cut to 01100; the assignment has the field's value
  printf("%d %d %d ", f.a, f.b, value);
  struct Flags copy = f;
  copy.a = 3;
  printf("%d\n", copy.a);
  return f.a == 7 && sizeof(struct Flags) == 8 ? 0 : 1;
}
