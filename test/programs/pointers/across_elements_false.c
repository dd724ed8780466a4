// what: a short that begins in one int of a large array and ends in the next
// models: LP64 ILP32
// truth: unreach-call false
// expect: bmc false
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned a[1000];
struct __attribute__((packed)) half { unsigned short value; };
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (i > 900 || n > 3900) return 0;
  a[i] = 0x11223344;
  a[i + 1] = 0x55667788;
  if (n != i * 4 + 3) return 0;
  if (((struct half *)((char *)a + n))->value == 0x8811) reach_error();
  return 0;
}
