// what: a copy of memory that was never written is equal to it
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
int main(void) {
  int from[8], to[8], n = __VERIFIER_nondet_int();
  if (n == 3 || n == 4) {
    memcpy(to, from, sizeof(int) * n);
    assert(to[1] == from[1]);
  }
  struct pair p, q = p;
  assert(p.b == q.b);
  return 0;
}
