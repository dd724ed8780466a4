// what: a pointer that is moved on some paths, again and again, is followed without enumerating the paths
// truth: unreach-call false
// expect: bmc false
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char text[17], kept[17];
int main(void) {
  unsigned char *to = kept;
  for (int i = 0; i < 16; i++) text[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 16; i++)
    if (text[i] != ' ') *to++ = text[i];
  *to = 0;
  for (unsigned char *at = kept; at < to; at++) assert(*at != ' ');
  assert(to - kept <= 15);
  return 0;
}
