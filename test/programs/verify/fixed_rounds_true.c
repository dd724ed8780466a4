// what: a thousand rounds that depend on no input need no bound
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
extern void reach_error(void);
int main(void) {
  int a[1000], s = 0;
  for (int i = 0; i < 1000; i++) a[i] = i;
  for (int i = 0; i < 1000; i++) s += a[i];
  if (s != 499500) reach_error();
  return 0;
}
