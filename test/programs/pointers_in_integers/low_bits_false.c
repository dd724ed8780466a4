// what: the lowest byte of an address is no constant
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static char a[300];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 300) return 0;
  if (((unsigned long)&a[i] & 255) == 77) reach_error();
  return 0;
}
