// what: string literals end with zero, adjacent ones join, a char array copy is writable and apart from the literal
// run:
// expect: output "6 3 Hello hello l 1 4\n"
#include <stdio.h>
#include <string.h>

int main(void) {
  char copy[] = "hello";
  const char* literal = "hello";
  copy[0] = 'H';
  const char* joined = "ab"
                       "c";
  printf("%d %d %s %s ", (int)sizeof "hello", (int)strlen(joined), copy, literal);
  printf("%c %d ", "hello"[3], literal[5] == 0);
  printf("%d\n", (int)sizeof("a\0b"));
  return 0;
}
