// what: an index that is an element itself, and a change between two reads of one element
// truth: unreach-call false
// expect: cell-morphing unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void check(int ok) { if (!ok) reach_error(); }
int main(void) {
  int where[8], what[8];
  for (int i = 0; i < 8; i++) {
    where[i] = 7 - i;
    what[i] = i == 2 ? 1 : 0;
  }
  for (int i = 0; i < 8; i++) check(what[where[i]] == 0);
  return 0;
}
