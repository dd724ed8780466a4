// what: the halves are fields of a struct that is passed by value
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 18
// expect: gamble false line 18
// expect: predicate false line 18
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct halves { unsigned low, high; };
static void poke(struct halves h) { *(int *)(unsigned long)((unsigned long long)h.high << 32 | h.low) = 2; }
int main(void) {
  int x = 0;
  unsigned long long a = (unsigned long)&x;
  struct halves h = {(unsigned)a, (unsigned)(a >> 32)};
  while (__VERIFIER_nondet_int()) {
    x = 1;
    poke(h);
    if (x != 1) reach_error();
  }
  return 0;
}
