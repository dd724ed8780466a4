// what: a program's own function takes precedence over the library's; a name declared for something else is not the library's
// truth: unreach-call true
// expect: bmc true
// expect: value true
extern void reach_error(void);
extern int htons(int row, int column);

unsigned htonl(unsigned value) { return value + 1; }

int main(void) {
  if (htonl(1) != 2) reach_error();
  htons(1, 2);
  return 0;
}
