// what: main without return ends with 0, also where a variable holds something else
// run: inputs=7
// expect: exit 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) x = 99;
}
