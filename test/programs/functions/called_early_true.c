// what: functions without a result may be called before they are declared, as gcc accepts
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
int calls;
int main(void) {
  first();
  second(3, 4);
  assert(calls == 8);
  return 0;
}
void first(void) { calls++; }
extern void second(int a, int b) { calls += a + b; }
