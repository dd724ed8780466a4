// what: a variable of the second call lies where that of the first one was, as the addresses, kept as numbers, show
// truth: unreach-call false
// expect: value unknown
// expect: interval unknown
// expect: kinduction unknown
extern void reach_error(void);
static unsigned long address;
static void keep(void) {
  int x;
  address = (unsigned long)&x;
}
int main(void) {
  keep();
  unsigned long before = address;
  keep();
  if (address == before) reach_error();
  return 0;
}
