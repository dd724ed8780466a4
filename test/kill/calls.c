// As tree.c, with calls: the computation of a leaf uses functions, recursion and memory.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef DEPTH
#define DEPTH 12
#endif

int table[4] = {3, 1, 4, 1};

unsigned mix(unsigned value, int rounds) {
  if (rounds == 0) return value;
  table[value % 4] += rounds;
  return mix(value * 31 + table[(value / 4) % 4], rounds - 1);
}

void choose(unsigned *path) {
  *path *= 2;
  if (__VERIFIER_nondet_int()) *path += 1;
}

int main(void) {
  unsigned path = 1;
  for (int depth = 0; depth < DEPTH; depth++) choose(&path);
  table[0] = 3;
  unsigned found = mix(path, 6);
  if (found == 0) reach_error();
  return 0;
}
