// what: a function is the one that the linker sees, here by an assembly label
// truth: unreach-call false
// expect: bmc false line 9
// expect: kinduction false line 9
// expect: value false line 9
void fail(void) __asm__("reach_error");
int twice(int) __asm__("doubled");
int doubled(int x) { return 2 * x; }
int main(void) { if (twice(3) == 6) fail(); }
