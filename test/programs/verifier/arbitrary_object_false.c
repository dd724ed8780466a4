// what: ESBMC's way to make a variable arbitrary
// truth: unreach-call false
// expect: bmc false line 12
// expect: default false line 12
struct pair {
  int a;
  long b;
};
int main(void) {
  struct pair pair = {1, 2};
  __ESBMC_init_object(pair);
  __ESBMC_assert(pair.b != 3, "");
  return 0;
}
