// what: a round that returns early leaves a state that no whole round leaves
// truth: unreach-call true
// expect: gamble true
extern void reach_error(void);
static int g;
static int search(int n) {
  for (int i = 0; i < 10; i++) {
    g = i;
    if (i == n) return i;
    g = 0;
  }
  return -1;
}
int main(void) {
  for (int n = 0; n < 5; n++) {
    search(n);
    if (g > 4) reach_error();
  }
  return 0;
}
