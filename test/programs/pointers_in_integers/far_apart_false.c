// what: two variables may be close to each other
// models: LP64
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
static int a, b;
int main(void) {
  unsigned long p = (unsigned long)&a, q = (unsigned long)&b;
  unsigned long distance = p < q ? q - p : p - q;
  if (distance < 0x1000) reach_error();
  return 0;
}
