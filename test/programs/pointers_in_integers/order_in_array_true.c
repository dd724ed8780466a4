// what: in one array, order is that of the indices, as integers too
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int a[8];
int main(void) {
  int i = __VERIFIER_nondet_int() & 7, j = __VERIFIER_nondet_int() & 7;
  if (i < j && !((unsigned long)&a[i] < (unsigned long)&a[j])) reach_error();
  if ((unsigned long)&a[j] - (unsigned long)&a[i] != (unsigned long)(j - i) * sizeof(int)) reach_error();
  return 0;
}
