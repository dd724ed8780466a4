// what: a number may be the address of a function, and is not that of every function
// models: LP64
// truth: unreach-call false
// expect: bmc unknown
// expect: kinduction unknown
// expect: random unknown
// expect: default --cpu=6s unknown
extern void reach_error(void);
void handler(void) {}
int main(void) {
  if (handler == (void (*)(void))0x400040) reach_error();
  return 0;
}
