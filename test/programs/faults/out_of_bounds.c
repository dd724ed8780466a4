// what: an index beyond an array is reported, not obeyed; the last element is fine
// run: inputs=3
// expect: exit 4
// run: inputs=4
// expect: runtime-error line 12 "bounds"
// run: inputs=-1
// expect: runtime-error line 12 "bounds"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int();
  return a[i];
}
