// what: the address of a character, which has no alignment, goes through a union: it is written
// truth: unreach-call true
// expect: kinduction true
// expect: bmc true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
union word { char *p; unsigned long l; };
char c;
int main(void) {
  union word u;
  u.l = (unsigned long)&c;
  *u.p = 1;
  if (!c) reach_error();
  return 0;
}
