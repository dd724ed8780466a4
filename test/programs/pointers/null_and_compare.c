// what: null pointers are false, equal to zero and to each other; a pointer survives a trip through an integer
// run:
// expect: output "1 1 0 5 1\n"
#include <stdint.h>
#include <stdio.h>
#include <stddef.h>

int main(void) {
  int x = 5;
  int* p = NULL;
  int* q = 0;
  int* r = &x;
  uintptr_t number = (uintptr_t)r;
  int* back = (int*)number;
  printf("%d %d %d %d %d\n", !p, p == q, r == p, *back, (void*)back == (void*)r);
  return 0;
}
