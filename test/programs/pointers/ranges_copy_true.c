// what: copies of any number of bytes keep what was there when they were made, also where source and destination overlap
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
  unsigned long n = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong(), i = __VERIFIER_nondet_ulong();
  if (n > 1000000 || k > n || i >= n) return 0;
  unsigned char *a = malloc(n), *b = malloc(n);
  memset(b, 1, n);
  a[i] = 7;
  memcpy(b, a, k);
  a[i] = 9;
  if (b[i] != (i < k ? 7 : 1)) reach_error();
  if (n > 4 && k > 3) {
    a[0] = 1, a[1] = 2, a[2] = 3;
    memmove(a + 1, a, k - 1);
    if (a[0] != 1 || a[1] != 1 || a[2] != 2) reach_error();
  }
  return 0;
}
