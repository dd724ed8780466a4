// what: lanes are read and written by variable index and through pointers, unions and casts; shuffles and conversions
// run:
// expect: output "3 9 4|1065353216|4 1 8 5|1 -2 3|16 16|7 2\n"
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));
typedef float reals __attribute__((vector_size(16)));

struct holder {
  char c;
  four v;
};

int main(void) {
  four v = {1, 2, 3, 4};
  int i = 2;
  printf("%d ", v[i]);
  v[i] = 9;
  printf("%d %d|", v[2], ((int*)&v)[3]);
  reals one = {1.0f};
  four bits = (four)one;
  printf("%d|", bits[0]);
  four w = {5, 6, 7, 8};
  v[2] = 3;
  four mixed = __builtin_shufflevector(v, w, 3, 0, 7, 4);
  printf("%d %d %d %d|", mixed[0], mixed[1], mixed[2], mixed[3]);
  four whole = __builtin_convertvector((reals){1.9f, -2.9f, 3.0f, 0.0f}, four);
  printf("%d %d %d|", whole[0], whole[1], whole[2]);
  struct holder h = {'c', {7, 2}};
  printf("%d %d|%d %d\n", (int)sizeof h.v, (int)__builtin_offsetof(struct holder, v), h.v[0], h.v[1]);
  return 0;
}
