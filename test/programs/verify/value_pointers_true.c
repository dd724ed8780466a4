// what: explicit values through pointers, arrays, records, unions, calls and allocated blocks
// truth: unreach-call true
// expect: value true
// expect: value-cegar true
extern void *malloc(unsigned long);
extern void reach_error(void);
struct pair {
  int first, second;
  unsigned char low;
};
union mixed {
  unsigned word;
  unsigned char bytes[4];
};
static int table[8];
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static struct pair make(int x) {
  struct pair result = {x, x + 1, 253};
  return result;
}
int main(void) {
  for (int i = 0; i < 8; i++) table[i] = 8 - i;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j + 1 < 8; j++)
      if (table[j] > table[j + 1]) swap(&table[j], &table[j + 1]);
  struct pair pair = make(table[3]);
  union mixed mixed;
  mixed.word = 0x01020304;
  int *block = malloc(2 * sizeof(int));
  block[0] = pair.second;
  block[1] = mixed.bytes[1];
  pair.low += 4;
  if (table[0] != 1 || table[7] != 8 || block[0] != 5 || block[1] != 3 || pair.low != 1)
    reach_error();
  return 0;
}
