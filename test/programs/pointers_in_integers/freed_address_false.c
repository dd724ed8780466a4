// what: a new block may lie where a freed one was
// models: LP64
// truth: unreach-call false
// expect: value unknown
// expect: gamble unknown
// expect: kinduction unknown
extern void reach_error(void);
extern void *malloc(unsigned long size);
extern void free(void *block);
int main(void) {
  int *p = malloc(32);
  if (!p) return 0;
  unsigned long h = (unsigned long)p;
  free(p);
  int *q = malloc(32);
  if ((unsigned long)q == h) reach_error();
  return 0;
}
