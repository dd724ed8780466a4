// what: more memory in a row than there are addresses of 32 bits: no engine crashes
// models: ILP32
// truth: unreach-call false
// expect: bmc unknown
// expect: random unknown
#include <stdlib.h>
extern void reach_error(void);

static void take(unsigned bytes) {
  char* block = malloc(bytes);
  free(block);
}

int main(void) {
  for (int i = 0; i < 16; i++) take(256u << 20);
  reach_error();
  return 0;
}
