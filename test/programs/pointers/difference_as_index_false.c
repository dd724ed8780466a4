// what: the distance from the start of a text to what was found in it, as an index of another object
// models: LP64 ILP32
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
struct item { char name[16]; int price; };
static char text[4];
static int parse(const char *from, struct item *to) {
  const char *colon = strchr(from, ':');
  if (!colon) return -1;
  to->name[colon - from] = 7;
  return 0;
}
int main(void) {
  struct item item = {{0}, 3};
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  if (parse(text, &item) != 0) return 1;
  if (item.name[1] == 7) reach_error();
  return 0;
}
