// what: the address of a character, which has no alignment, goes through a union
// truth: unreach-call false
// expect: kinduction false line 14
// expect: bmc false line 14
// expect: gamble false line 14
// expect: predicate false line 14
extern void reach_error(void);
union word { char *p; unsigned long l; };
char c;
int main(void) {
  union word u;
  u.l = (unsigned long)&c;
  *u.p = 1;
  if (c) reach_error();
  return 0;
}
