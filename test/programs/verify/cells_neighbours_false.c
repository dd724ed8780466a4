// what: a check that reads an array at two indices, one of which is not the followed one
// truth: unreach-call false
// expect: cell-morphing unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int values[50];
int main(void) {
  for (int i = 0; i < 50; i++) values[i] = i < 40 ? i : 45 - i;
  for (int i = 0; i + 1 < 50; i++)
    if (values[i] > values[i + 1]) reach_error();
  return 0;
}
