// what: all of a union is zero if its initialiser is empty, if it is static, and if a larger one is initialised in part
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
extern void reach_error(void);

union Number {
  char first;
  int whole;
};

static union Number global = {.first = 0};

int main(void) {
  union Number empty = {};
  static union Number kept = {0};
  union Number all = {.whole = 0};
  if (empty.whole != 0 || kept.whole != 0 || all.whole != 0 || global.whole != 0) reach_error();
  return 0;
}
