// what: a label leads to the definition of that name, not to the one of the declared name
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: value true
extern void reach_error(void);
int pick(void) __asm__("two");
int two(void) { return 2; }
int one(void) { return 1; }
int main(void) { if (pick() != 2) reach_error(); }
