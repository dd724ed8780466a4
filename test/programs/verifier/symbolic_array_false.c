// what: KLEE's way to make an array arbitrary: what is copied from there has the values that the alarm names
// truth: unreach-call false
// expect: bmc false line 15
// expect: kinduction false line 15
// expect: default false line 15
#include <stddef.h>
extern void reach_error(void);
void klee_make_symbolic(void* bytes, size_t size, const char* name);
void klee_assume(unsigned long condition);

int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[1] == 'b' && text[5] != 'x');
  if (text[0] == 'a' && *(int*)(text + 4) == 0x01020304) reach_error();
  return 0;
}
