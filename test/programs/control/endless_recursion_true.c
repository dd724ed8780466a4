// what: recursion without an end, which every path makes: no engine may run out of its own stack
// truth: unreach-call true
// expect: bmc --cpu=5s unknown
// expect: kinduction --cpu=5s unknown
extern void reach_error(void);

int value, *first = &value, *second = &value;

void forever(void) {
  if (*first == *second) forever();
}

int main(void) {
  forever();
  reach_error();
  return 0;
}
