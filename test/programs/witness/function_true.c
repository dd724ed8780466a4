// what: a loop in a function that is called from two places speaks of globals and parameters for both
// truth: unreach-call true
// expect: kinduction true
// expect: predicate true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned int added, asked;

static void add(unsigned int times) {
  while (times > 0) {
    times--;
    added += 3;
    asked++;
  }
}

int main(void) {
  add((unsigned int)__VERIFIER_nondet_int());
  if (added != 3 * asked) reach_error();
  add((unsigned int)__VERIFIER_nondet_int());
  if (added != 3 * asked) reach_error();
  return 0;
}
