// what: one of two neighbouring chars is not at an even address
// truth: unreach-call false
// expect: kinduction false line 11
// expect: gamble false line 11
// expect: predicate false line 11
extern void reach_error(void);
struct two { char a, b; };
int main(void) {
  struct two t = {0, 0};
  if (((unsigned long)&t.a & 1) == 0 && ((unsigned long)&t.b & 1) == 0) return 0;
  reach_error();
}
