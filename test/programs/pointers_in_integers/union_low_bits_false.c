// what: the bits of a pointer in a union are no constants
// models: LP64
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union word { char *p; unsigned long l; };
static char a[300];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 300) return 0;
  union word u;
  u.p = &a[i];
  if ((u.l & 255) == 77) reach_error();
  return 0;
}
