// A tree of branches with a computation at each leaf that value analysis decides. Long, and verified branch by branch.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef DEPTH
#define DEPTH 12
#endif

int main(void) {
  unsigned path = 0;
  for (int depth = 0; depth < DEPTH; depth++) {
    path *= 2;
    if (__VERIFIER_nondet_int()) path++;
  }
  unsigned x = path;
  for (int i = 0; i < 10; i++) x = x * 1664525u + 1013904223u;
  if (x == path + 1) reach_error();
  return 0;
}
