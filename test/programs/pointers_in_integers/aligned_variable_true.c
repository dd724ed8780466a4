// what: variables are aligned as their declarations demand
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: default true
#include <assert.h>
#include <stdint.h>
_Alignas(16) char whole[3];
struct pair {
  char a;
  int b;
} __attribute__((aligned(32))) pair;
int main(void) {
  _Alignas(16) char local;
  __attribute__((aligned(64))) struct pair other;
  local = 0;
  other.a = 0;
  assert((uintptr_t)whole % 16 == 0);
  assert((uintptr_t)&pair % 32 == 0);
  assert((uintptr_t)&local % 16 == 0);
  assert((uintptr_t)&other % 64 == 0);
  return 0;
}
