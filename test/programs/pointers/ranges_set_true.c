// what: memset of any number of bytes in a block of any size: what is inside and what is outside of the range
// models: LP64
// truth: unreach-call true
// expect: bmc true
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long size);
extern void *memset(void *to, int byte, unsigned long size);
extern void *memcpy(void *to, const void *from, unsigned long size);
extern void *memmove(void *to, const void *from, unsigned long size);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), from = __VERIFIER_nondet_ulong(), i = __VERIFIER_nondet_ulong();
  if (n > 1000000 || from > n || i >= n) return 0;
  unsigned char *p = malloc(n);
  memset(p, 3, n);
  memset(p + from, 4, n - from);
  p[i] += 1;
  if (p[i] != (i < from ? 4 : 5)) reach_error();
  if (i > 0 && p[i - 1] != (i - 1 < from ? 3 : 4)) reach_error();
  return 0;
}
