// what: records of 4 KB in a block of unknown size: there are more of them than have cells
// truth: unreach-call false
// expect: bmc false
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct page {
  int number;
  char rest[4092];
};

int main(void) {
  unsigned count = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (count > 100 || i >= count || k >= count) return 0;
  struct page *pages = malloc(count * sizeof(struct page));
  if (pages == NULL) return 0;
  pages[i].number = 1;
  pages[k].number = 2;
  assert(pages[i].number == 1 || i < 20);
  free(pages);
  return 0;
}
