// what: a record passed through a pointer to a function that takes a record of the same parts under another name
// truth: unreach-call false
// expect: bmc false line 11
// expect: kinduction false line 11
// expect: value false line 11
// expect: predicate false line 11
// expect: gamble false line 11
extern void reach_error(void);
struct given { int a; };
struct taken { int b; };
static void take(struct taken t) { if (t.b != 41) reach_error(); }
int main(void) {
  void (*call)(struct given) = (void (*)(struct given))take;
  call((struct given){42});
  return 0;
}
