// what: the tables behind glibc's character macros, as preprocessed programs use them
// run:
// expect: output "1598646050 113 81\n"
#include <stdio.h>
extern const unsigned short** __ctype_b_loc(void);
extern const int** __ctype_tolower_loc(void);
extern const int** __ctype_toupper_loc(void);
int main(void) {
  unsigned sum = 0;
  for (int c = -1; c < 128; c++) sum = sum * 31 + (*__ctype_b_loc())[c];
  printf("%u %d %d\n", sum, (*__ctype_tolower_loc())['Q'], (*__ctype_toupper_loc())['q']);
  return 0;
}
