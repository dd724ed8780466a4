// A local whose address is passed to a function.
static void add(int* to, int what) { *to = *to + what; }
int main(void) {
  int x = 0;
  for (int i = 0; i < 300000; i++) add(&x, 1);
  return x != 300000;
}
