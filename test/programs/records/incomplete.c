// what: of a variable of a type that no file completes, only the address is used
// truth: unreach-call true
// expect: bmc true
// expect: value true
// expect: predicate true
// expect: default true
struct never;
extern struct never thing;
extern void reach_error(void);
int other;
int main(void) {
  struct never *p = &thing;
  other = 1;
  if ((void *)p == (void *)&other && other != 1) reach_error();
  return 0;
}
