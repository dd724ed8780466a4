// what: what an initialiser for a smaller member leaves of a union: compilers clear it or not, C does not say so
// truth: unreach-call true
// expect: bmc unknown
// expect: value unknown
// expect: gamble unknown
extern void reach_error(void);

int main(void) {
  union {
    int whole;
    char first;
  } u = {.first = 1};
  if (u.first != 1) return 1;
  if (u.whole != 1) reach_error();
  return 0;
}
