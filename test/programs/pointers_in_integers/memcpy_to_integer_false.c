// what: memcpy makes an integer of a pointer
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 18
// expect: gamble false line 18
// expect: predicate false line 18
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *to, const void *from, unsigned long size);
int main(void) {
  int x = 0;
  int *p = &x;
  unsigned long h;
  memcpy(&h, &p, sizeof h);
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)h = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
