int shared = 1;
int other_list[2] = {100, 200};
static int counter(void) {
  static int n;
  return n += 10;
}
int other_counter(void) { return counter(); }
