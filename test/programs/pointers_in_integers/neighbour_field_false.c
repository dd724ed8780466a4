// what: from the address of one field to the next one, as integers
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 16
// expect: gamble false line 16
// expect: predicate false line 16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main(void) {
  struct pair s = {0, 0};
  unsigned long h = (unsigned long)&s.a;
  while (__VERIFIER_nondet_int()) {
    s.b = 1;
    *(int *)(h + sizeof(int)) = 2;
    if (s.b != 1) reach_error();
  }
  return 0;
}
