// what: a pointer from outside is compared with an address and then written through
// models: LP64
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int x = 1;
  int *p = __VERIFIER_nondet_pointer();
  if (p == &x) *p = 2;
  if (x != 1) reach_error();
  return 0;
}
