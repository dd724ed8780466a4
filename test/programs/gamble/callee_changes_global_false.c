// what: a callee changes what the round has just set
// truth: unreach-call false
// expect: gamble false line 14
extern void reach_error(void);
static int g, changes;
static void touch(int i) {
  if (i == 7) changes++;
  if (changes > 0) g = 5;
}
int main(void) {
  for (int i = 0; i < 10; i++) {
    g = 1;
    touch(i);
    if (g != 1) reach_error();
  }
  return 0;
}
