// what: a global integer holds the address; the function that writes is another one
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 17
// expect: gamble false line 17
// expect: predicate false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
static unsigned long handle;
static void poke(void) { *(int *)handle = 2; }
int main(void) {
  handle = (unsigned long)&x;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    poke();
    if (x != 1) reach_error();
  }
  return 0;
}
