// what: a static local is not what it was when the function is entered again
// truth: unreach-call false
// expect: gamble false line 8
extern void reach_error(void);
static int next(void) {
  static int calls = 0;
  for (int i = 0; i < 2; i++)
    if (calls > 2) reach_error();
  return calls++;
}
int main(void) {
  for (int i = 0; i < 4; i++) next();
  return 0;
}
