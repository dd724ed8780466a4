// what: the error hangs on values that nobody set, in a variable and in an array
// truth: unreach-call false
// expect: bmc false line 12
// expect: kinduction false line 12
extern void reach_error(void);
int main(void) {
  int x, a[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    if (a[i] < 1000 || a[i] > 1100) return 0;
    sum += a[i];
  }
  if (x == 4711 && sum == 3210) reach_error();
  return 0;
}
