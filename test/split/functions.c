// Two arms, each in a function that is called once and divides again.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void first(unsigned a) {
  unsigned sum = 0;
  if (a > 1000) {
    for (unsigned i = 0; i < 20; i++) sum += a % 100;
    assert(sum / 20 == a % 100);
  } else {
    for (unsigned i = 0; i < 21; i++) sum += a % 101;
    assert(sum / 21 == a % 101);
  }
}

static void second(unsigned a) {
  unsigned sum = 0;
  if (a > 2000) {
    for (unsigned i = 0; i < 22; i++) sum += a % 102;
    assert(sum / 22 == a % 102);
  } else {
    for (unsigned i = 0; i < 23; i++) sum += a % 103;
    assert(sum / 23 == a % 103);
  }
}

int main(void) {
  unsigned choice = __VERIFIER_nondet_uint(), a = __VERIFIER_nondet_uint();
  if (choice % 2 == 0)
    first(a);
  else
    second(a);
  return 0;
}
