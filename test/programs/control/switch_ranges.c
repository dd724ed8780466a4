// what: case ranges include both ends; labels are converted to the promoted type of the controlling expression
// run: inputs=-3,0,9,10,200
// expect: output "-110212 3\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static int kind(int x) {
  switch (x) {
  case -5 ... -1: return -1;
  case 0: return 1;
  case 1 ... 9: return 0;
  case 10 ... 99: return 2;
  }
  return 12;
}

int main(void) {
  for (int i = 0; i < 5; i++) printf("%d", kind(__VERIFIER_nondet_int()));
  unsigned char c = 255;
  switch (c) {
  case 255: puts(" 3"); break;
  case -1: puts(" 4"); break;
  }
  return 0;
}
