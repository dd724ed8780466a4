// what: a char need not lie at a multiple of 16
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 14
// expect: gamble false line 14
// expect: predicate false line 14
extern void reach_error(void);
int main(void) {
  char pad[3];
  char c = 1;
  pad[0] = c;
  for (int i = 0; i < 3; i++) {
    char *p = i == 0 ? &c : &pad[i - 1];
    if ((unsigned long)p % 16 != 0) reach_error();
  }
  return 0;
}
