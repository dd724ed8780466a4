// what: an integer cookie of a callback is an address
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 22
// expect: gamble false line 22
// expect: predicate false line 22
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
static void handler(unsigned long cookie) { *(int *)cookie = 2; }
static void (*registered)(unsigned long);
static unsigned long cookie;
static void add_timer(void (*f)(unsigned long), unsigned long c) {
  registered = f;
  cookie = c;
}
int main(void) {
  add_timer(handler, (unsigned long)&x);
  while (__VERIFIER_nondet_int()) {
    x = 1;
    registered(cookie);
    if (x != 1) reach_error();
  }
  return 0;
}
