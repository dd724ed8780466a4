// what: a copy of unknown length and place in small arrays
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
  unsigned long n = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong();
  unsigned char a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {0};
  if (n > 8 || k > 8 - n) return 0;
  memcpy(b + k, a, n);
  if (b[5] == 3 && b[6] == 4 && b[7] == 0) reach_error();
  return 0;
}
