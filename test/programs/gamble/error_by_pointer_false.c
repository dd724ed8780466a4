// what: the error function is called through a pointer, so that no region contains its call
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: value false
// expect: interval --cpu=10s unknown
// expect: predicate false
// expect: gamble false
// expect: default false
extern void reach_error(void);
static void (*fail)(void) = reach_error;
int main(void) {
  for (int i = 0; i < 3; i++)
    if (i == 2) fail();
  return 0;
}
