// what: an error inside a recursion, seven calls deep, through a function it calls in turn
// truth: unreach-call false
// expect: kinduction false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
void even(unsigned left, unsigned depth);
void odd(unsigned left, unsigned depth) {
  if (left > 0) even(left - 1, depth + 1);
}
void even(unsigned left, unsigned depth) {
  if (depth == 6) reach_error();
  if (left > 0) odd(left - 1, depth + 1);
}
int main(void) {
  even(__VERIFIER_nondet_uint() % 9, 0);
  return 0;
}
