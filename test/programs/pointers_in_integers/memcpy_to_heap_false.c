// what: memcpy puts an integer that holds an address into a new block
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 20
// expect: gamble false line 20
// expect: predicate false line 20
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *to, const void *from, unsigned long size);
extern void *malloc(unsigned long size);
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x;
  while (__VERIFIER_nondet_int()) {
    unsigned long *block = malloc(sizeof h);
    if (!block) return 0;
    memcpy(block, &h, sizeof h);
    x = 1;
    *(int *)*block = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
