// what: a function without a body that has the name of a library function but another interface returns any value
// truth: unreach-call false
// expect: bmc false
extern void reach_error(void);
extern int htons(int row, int column);

int main(void) {
  if (htons(1, 2) == 5) reach_error();
  return 0;
}
