// what: a library function without a model calls back
// truth: unreach-call false
// expect: bmc unknown
// expect: value unknown
// expect: predicate unknown
#define _GNU_SOURCE
#include <search.h>
extern void reach_error(void);

static int seen;
static int compare(const void* left, const void* right) { return *(const int*)left - *(const int*)right; }
static void visit(const void* node, VISIT order, int depth) { seen = 1; }

int main(void) {
  static int key = 3;
  void* root = 0;
  tsearch(&key, &root, compare);
  twalk(root, visit);
  if (seen) reach_error();
  return 0;
}
