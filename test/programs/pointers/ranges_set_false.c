// what: the last byte of a range of unknown length is set
// models: LP64
// truth: unreach-call false
// expect: bmc false
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long size);
extern void *memset(void *to, int byte, unsigned long size);
extern void *memcpy(void *to, const void *from, unsigned long size);
extern void *memmove(void *to, const void *from, unsigned long size);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), from = __VERIFIER_nondet_ulong(), i = __VERIFIER_nondet_ulong();
  if (n < 100 || n > 1000 || from > n || i >= n) return 0;
  unsigned char *p = malloc(n);
  memset(p, 3, n);
  memset(p, 4, from);
  if (p[i] == 4 && i + 1 == from && i == 70) reach_error();
  return 0;
}
