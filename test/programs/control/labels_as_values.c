// what: labels as values are refused with their place
// refuse: line 5 "label"
int main(void) {
  int x = 0;
  void* where[] = {&&first, &&second};
  x = 1;
  goto *where[x];
first:
  return 1;
second:
  return 2;
}
