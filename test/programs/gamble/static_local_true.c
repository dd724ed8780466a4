// what: a static local is not what it was when the function is entered again
// truth: unreach-call true
// expect: gamble true
extern void reach_error(void);
static int next(void) {
  static int calls = 0;
  for (int i = 0; i < 2; i++)
    if (calls > 2) reach_error();
  return calls++;
}
int main(void) {
  for (int i = 0; i < 3; i++) next();
  return 0;
}
