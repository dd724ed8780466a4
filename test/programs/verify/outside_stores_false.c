// what: memory from outside holds what was stored there, and what it held before elsewhere
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
extern void reach_error(void);
struct device {
  struct device *parent;
  int state, number;
};
extern struct device *find_device(int number);

int main(void) {
  struct device *device = find_device(1);
  if (!device || !device->parent) return 0;
  device->state = 5;
  device->parent->state = 7;
  if (device->state + device->parent->state == 12 && device->parent->number == 3) reach_error();
  return 0;
}
