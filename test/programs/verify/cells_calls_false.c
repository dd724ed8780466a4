// what: elements of a global array that a callee changes, and a check that does more than check
// truth: unreach-call false
// expect: cell-morphing unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[10], checks;
void change(int i) { values[i] = i; }
void check(int ok) {
  checks++;
  if (!ok && checks > 5) reach_error();
}
int main(void) {
  for (int i = 0; i < 10; i++) {
    int before = values[i];
    change(i);
    check(values[i] == before);
  }
  return 0;
}
