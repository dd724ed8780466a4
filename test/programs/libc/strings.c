// what: the string functions
// run:
// expect: output "5 0 1 -1 llo (null) hello world hel 1 12 o world\n"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  char text[32] = "hello";
  printf("%d %d ", (int)strlen(text), strcmp(text, "hello"));
  printf("%d %d ", sign(strcmp(text, "hallo")), sign(strncmp("abc", "abd", 3)));
  printf("%s %s ", strstr(text, "ll"), strchr(text, 'x') ? "found" : "(null)");
  strcat(text, " world");
  char head[8] = {0};
  strncpy(head, text, 3);
  printf("%s %s %d ", text, head, strrchr(text, 'o') == text + 7);
  printf("%d %s\n", atoi("12abc"), strchr(text, 'o'));
  return 0;
}
