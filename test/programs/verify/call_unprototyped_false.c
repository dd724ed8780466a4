// what: an int is not converted for a function that takes a double and whose prototype the caller does not see
// truth: unreach-call false
// expect: bmc false line 8
// expect: value false line 8
extern void reach_error(void);
static void take();
int main(void) { take(1); }
static void take(double d) { if (d != 1.0) reach_error(); }
