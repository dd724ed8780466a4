// what: of a block that was allocated on some paths, or freed on some, what was written is there where it exists
// truth: unreach-call true
// expect: bmc --malloc-may-fail true
// expect: kinduction --malloc-may-fail true
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair {
  int *first;
  char text[12];
};

int main(void) {
  int value = 4, frees = __VERIFIER_nondet_int();
  struct pair *pair = NULL;
  if (__VERIFIER_nondet_int()) {
    pair = malloc(sizeof *pair);
    if (pair != NULL) {
      memset(pair, 1, sizeof *pair);
      pair->first = &value;
    }
  }
  if (frees && pair != NULL) {
    pair->first = NULL;
    free(pair);
  }
  if (!frees && pair != NULL) {
    if (*pair->first != 4 || pair->text[0] != 1 || pair->text[11] != 1) reach_error();
    struct pair copy;
    memcpy(&copy, pair, sizeof copy);
    if (*copy.first != 4) reach_error();
  }
  return 0;
}
