// what: a program without inputs has one execution
// truth: unreach-call true
// expect: random true
extern void reach_error(void);
int main(void) {
  unsigned state = 1, even = 0;
  for (int i = 0; i < 10000000; i++) {
    state = state * 1664525u + 1013904223u;
    even += (state & 1) == 0;
  }
  if (even != 5000000) reach_error();
  return 0;
}
