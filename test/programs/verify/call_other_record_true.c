// what: the record arrives with the value that was passed
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: value true
// expect: predicate true
// expect: gamble true
extern void reach_error(void);
struct given { int a; };
struct taken { int b; };
static void take(struct taken t) { if (t.b != 42) reach_error(); }
int main(void) {
  void (*call)(struct given) = (void (*)(struct given))take;
  call((struct given){42});
  return 0;
}
