// what: a counter whose bound comes from outside stays in its range; conversions and bytes that wrap around
// truth: unreach-call true
// expect: interval true
// expect: value --cpu=2s unknown
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar();
  int limit = byte, total = 0;
  while (__VERIFIER_nondet_int()) {
    if (total < limit) total++;
    byte++;
    if (byte > 255 || total > 255 || total < 0) reach_error();
  }
  unsigned int rest = 0;
  while (rest < 10u * byte) rest++;
  if (rest > 2550) reach_error();
  return 0;
}
