// what: an error after ten million rounds of a program without inputs
// truth: unreach-call false
// expect: random false line 9
extern void reach_error(void);
int main(void) {
  unsigned state = 1;
  for (int i = 0; i < 10000000; i++) state = state * 1664525u + 1013904223u;
  unsigned check = state * 0 + 1;
  if (check == 1) reach_error();
  return 0;
}
