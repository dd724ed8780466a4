// what: an error that hangs on what code outside of the program returns
// truth: unreach-call false
// expect: bmc false line 18
// expect: kinduction false line 18
// expect: predicate unknown
extern void reach_error(void);
struct device;
struct operations {
  int (*start)(struct device *device);
};
struct device {
  struct operations *operations;
};
extern struct device *find_device(int number);

int main(void) {
  struct device *device = find_device(3);
  if (device->operations->start(device) == 7) reach_error();
  return 0;
}
