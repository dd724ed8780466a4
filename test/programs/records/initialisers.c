// what: designated, nested and brace-less initialisers reach the right members; the rest is zero
// run:
// expect: output "0 2 3 1 2 3 4 9 0 5 6 7\n"
#include <stdio.h>

struct Inner { int a, b; };
struct Outer { int x; struct Inner in; int list[3]; struct Inner many[2]; };

struct Outer designated = {.in.b = 2, .list = {3}};
struct Outer flat = {1, 2, 3, 4, .many[1].a = 9};

int main(void) {
  struct Inner inner = {5, 6};
  struct Outer from = {.in = inner, .many = {{.b = 7}}};
  printf("%d %d %d ", designated.in.a, designated.in.b, designated.list[0]);
  printf("%d %d %d %d %d %d ", flat.x, flat.in.a, flat.in.b, flat.list[0], flat.many[1].a, flat.many[1].b);
  printf("%d %d %d\n", from.in.a, from.in.b, from.many[0].b);
  return 0;
}
