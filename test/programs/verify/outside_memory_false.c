// what: the error hangs on memory that a function without a body provides; two blocks of it differ
// truth: unreach-call false
// expect: bmc false line 12
extern void reach_error(void);
struct device {
  int state;
  struct device *parent;
};
struct device *find_device(void);
int main(void) {
  struct device *a = find_device(), *b = a->parent;
  if (a->state == 7 && b->state == 8 && a->state != b->state) reach_error();
  return 0;
}
