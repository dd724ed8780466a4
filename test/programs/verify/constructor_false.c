// what: what a constructor stores is there when main starts
// truth: unreach-call false
// expect: bmc false line 9
// expect: kinduction false line 9
// expect: value false line 9
extern void reach_error(void);
static int state;
__attribute__((constructor)) static void start(void) { state = 7; }
int main(void) { if (state == 7) reach_error(); }
