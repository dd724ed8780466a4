// what: structs are copied by assignment, argument and result; the copy is apart from the original
// run:
// expect: output "1 5 9 2 5 30\n"
#include <stdio.h>

struct Point { int x, y; };
struct Line { struct Point from, to; int tags[3]; };

static struct Point moved(struct Point p, int by) {
  p.x += by;
  p.y += by;
  return p;
}
static struct Line make(void) {
  struct Line l = {{1, 2}, {3, 4}, {10, 20, 30}};
  return l;
}

int main(void) {
  struct Point a = {1, 5};
  struct Point b = moved(a, 4);
  struct Line l = make();
  struct Line m = l;
  m.from.y = 7;
  printf("%d %d %d %d %d %d\n", a.x, b.x, b.y, l.from.y, moved(l.to, 2).x, make().tags[2]);
  return m.tags[1] == 20 ? 0 : 1;
}
