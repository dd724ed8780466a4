// what: calls through pointers reach the function the pointer holds at that moment; tables, parameters, returned pointers
// run: inputs=1
// expect: output "7 12 12 -1 20 1\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

typedef int (*Operation)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int sub(int a, int b) { return a - b; }
static Operation choose(int i) { return i > 1 ? sub : i ? &mul : add; }
static int apply(Operation op, int a, int b) { return (*op)(a, b); }
struct Handler { Operation op; };

int main(void) {
  Operation table[3] = {add, mul, sub};
  int i = __VERIFIER_nondet_int();
  struct Handler h = {table[i]};
  printf("%d %d %d ", table[0](3, 4), choose(i)(3, 4), apply(table[i], 3, 4));
  h.op = choose(2);
  printf("%d ", h.op(3, 4));
  printf("%d %d\n", (i ? mul : add)(4, 5), choose(0) == add);
  return 0;
}
