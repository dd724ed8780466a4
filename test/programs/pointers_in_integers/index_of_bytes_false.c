// what: the bytes of an address go through a table
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 18
// expect: gamble false line 18
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static unsigned char same[256];
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x;
  for (int i = 0; i < 256; i++) same[i] = (unsigned char)i;
  while (__VERIFIER_nondet_int()) {
    unsigned long v = 0;
    for (unsigned i = 0; i < sizeof v; i++) v |= (unsigned long)same[h >> 8 * i & 255] << 8 * i;
    x = 1;
    *(int *)v = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
