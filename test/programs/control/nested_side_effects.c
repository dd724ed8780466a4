// what: side effects inside conditions, indices and arguments happen exactly once and before what is sequenced after them
// run:
// expect: output "2 1 20 3 6 100\n"
#include <stdio.h>

static int log_[8], used;
static int note(int x) { return log_[used++] = x; }

int main(void) {
  int a[3] = {10, 20, 30}, i = 0;
  while (i++ < 1) continue;
  int index = i - 1;
  printf("%d %d %d ", i, index, a[index]);
  if (note(1) && (note(2), 1) && note(3) > 2) printf("%d ", used);
  printf("%d ", log_[0] + log_[1] + log_[2]);
  int n = 0;
  for (note(0); n++ < note(3) && n < 2; note(0)) a[n] = 100;
  printf("%d\n", a[1]);
  return 0;
}
