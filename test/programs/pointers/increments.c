// what: *p++, (*p)++, *++p and ++*p touch the right thing
// run:
// expect: output "1 2 12 13 4 2 13\n"
#include <stdio.h>

int main(void) {
  int a[4] = {1, 2, 12, 4};
  int* p = a;
  int first = *p++;
  int second = (*p)++;
  int third = *++p;
  int fourth = ++*p;
  int fifth = p[1];
  printf("%d %d %d %d %d %d %d\n", first, second, third, fourth, fifth, (int)(p - a), a[2]);
  return 0;
}
