// what: what an initialiser for a smaller member leaves of a union is cleared, as gcc before version 15 and clang do
// truth: unreach-call true
// expect: bmc true
// expect: value true
// expect: gamble true
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
