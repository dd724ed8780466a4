// what: strings by the models of the C library: all engines that unwind see what they do
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
static void check(int holds) {
  if (!holds) reach_error();
}

int main(void) {
  char text[16], part[8];
  strcpy(text, "hello");
  strcat(text, " you");
  check(strlen(text) == 9);
  check(strchr(text, 'y') == text + 6);
  check(strrchr(text, 'o') == text + 7);
  check(strstr(text, "lo") == text + 3);
  check(strstr(text, "low") != NULL);
  check(memchr(text, 'o', 4) == NULL);
  strncpy(part, text, 7);
  part[7] = 0;
  check(strlen(part) == 7);
  char* copy = strdup(text);
  check(strcmp(copy, text) == 0 && copy != text);
  check(strspn("aab", "a") == 2 && strcspn("aab", "b") == 2);
  return 0;
}
