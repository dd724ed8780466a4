// One assertion for all; what is computed before it depends on the range of an input.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned level = __VERIFIER_nondet_uint(), a = __VERIFIER_nondet_uint();
  unsigned times = 23, bound = 103;
  if (level < 100) times = 20, bound = 100;
  else if (level < 200) times = 21, bound = 101;
  else if (level < 300) times = 22, bound = 102;
  unsigned sum = 0;
  for (unsigned i = 0; i < times; i++) sum += a % bound;
  assert(sum / times == a % bound);
  return 0;
}
