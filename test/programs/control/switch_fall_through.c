// what: a case falls through to the next until a break; default may stand anywhere; no case means after the switch
// run: inputs=1,2,3,4,9
// expect: output "1:abc 2:bc 3:c 4:d 9:xa "
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static const char* name(int x) {
  static char text[8];
  char* p = text;
  switch (x) {
  default: *p++ = 'x';
    if (x == 9) { *p++ = 'a'; break; }
  case 1: *p++ = 'a';
  case 2: *p++ = 'b';
  case 3: *p++ = 'c'; break;
  case 4: *p++ = 'd';
  }
  *p = 0;
  return text;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    int x = __VERIFIER_nondet_int();
    printf("%d:%s ", x, name(x));
  }
  return 0;
}
