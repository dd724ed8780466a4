// what: what deep calls change: a global, a variable of the first caller, a static local
// truth: unreach-call false
// expect: kinduction false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int global;
int climb(unsigned depth, int *up) {
  static int visits;
  if (depth == 5) {
    global = 1;
    *up = visits;
    return 0;
  }
  visits++;
  return climb(depth + 1, up);
}
int main(void) {
  int mine = 0;
  unsigned start = __VERIFIER_nondet_uint() % 5;
  int result = climb(start, &mine);
  if (global == 1 && mine == 4 && result == 0) reach_error();
  return 0;
}
