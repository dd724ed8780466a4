// what: a function that takes more than the call through a pointer of another type passes is entered all the same
// truth: unreach-call false
// expect: bmc unknown
// expect: value unknown
// expect: predicate unknown
extern void reach_error(void);
static void take(int unused) { reach_error(); }
int main(void) {
  void (*call)(void) = (void (*)(void))take;
  call();
  return 0;
}
