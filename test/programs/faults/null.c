// what: reading, writing and calling through a null pointer are reported with their line
// run: inputs=0
// expect: runtime-error line 15 "null"
// run: inputs=1
// expect: runtime-error line 16 "null"
// run: inputs=2
// expect: runtime-error line 17
struct S { int a, b; };
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int how = __VERIFIER_nondet_int();
  struct S* s = 0;
  int (*f)(void) = 0;
  if (how == 0) return s->b;
  if (how == 1) s->a = 1;
  if (how == 2) return f();
  return 0;
}
