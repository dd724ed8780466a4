// what: >> of a negative value copies the sign, >> of an unsigned one does not; the left operand's type decides, not the right's
// run: inputs=-8
// expect: output "-2 1073741822 -1 16 -64 256\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = 128;
  unsigned long long distance = 2;
  printf("%d %u %d ", x >> distance, (unsigned)x >> 2, x >> 31);
  printf("%d %d %d\n", 1 << 4, x << 3, c << 1);
  return 0;
}
