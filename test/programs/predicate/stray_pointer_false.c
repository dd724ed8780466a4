// what: a pointer that the loop chooses anew; forgetting where it may lead would be a wrong proof (there are too many places to follow them all)
// truth: unreach-call false
// expect: predicate --cpu=20s unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[12];
int limit = 3;
int main(void) {
  int *at = &limit;
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) at = &values[i];
    if (__VERIFIER_nondet_int()) *at = i;
  }
  if (limit == 7 && values[9] == 9) reach_error();
  return 0;
}
