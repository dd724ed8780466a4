// what: memory from outside holds the same when it is read twice
// truth: unreach-call true
// expect: bmc true
extern void reach_error(void);
struct device {
  int state;
};
struct device *find_device(void);
int main(void) {
  struct device *a = find_device();
  int before = a->state;
  if (a->state != before) reach_error();
  return 0;
}
