// what: nothing more is promised than what the declaration demands
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
#include <assert.h>
#include <stdint.h>
_Alignas(4) char first[3], second[3], third[3];
int main(void) {
  assert((uintptr_t)first % 16 == 0 && (uintptr_t)second % 16 == 0 && (uintptr_t)third % 16 == 0);
  return 0;
}
