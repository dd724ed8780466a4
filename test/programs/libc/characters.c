// what: the character classes
// run:
// expect: output "1 0 1 1 65 122 1 0\n"
#include <ctype.h>
#include <stdio.h>

int main(void) {
  printf("%d %d %d %d ", !!isdigit('7'), !!isdigit('a'), !!isspace('\t'), !!isalpha('Z'));
  printf("%d %d %d %d\n", toupper('a'), tolower('Z'), !!isxdigit('f'), !!ispunct('a'));
  return 0;
}
