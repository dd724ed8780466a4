// what: differs from fixed_rounds_true.c in one character
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
extern void reach_error(void);
int main(void) {
  int a[1000], s = 0;
  for (int i = 0; i < 1000; i++) a[i] = i;
  for (int i = 0; i < 1000; i++) s += a[i];
  if (s != 499501) reach_error();
  return 0;
}
