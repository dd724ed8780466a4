// what: what is called through a pointer from outside does not touch the lock
// truth: unreach-call true
// expect: interval true
// expect: value true
// expect: value-cegar true
// expect: predicate true
// expect: kinduction true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct device;
struct operations {
  int (*start)(struct device *device, int mode);
  void (*stop)(struct device *device);
};
struct device {
  struct operations *operations;
  int mode;
};
extern struct device *find_device(int number);

static int is_locked;

static void lock(void) {
  if (is_locked) reach_error();
  is_locked = 1;
}

static void unlock(void) {
  if (!is_locked) reach_error();
  is_locked = 0;
}

int main(void) {
  struct device *device = find_device(3);
  if (!device) return 0;
  while (__VERIFIER_nondet_int()) {
    lock();
    int failed = device->operations->start(device, device->mode);
    if (failed < 0) {
      unlock();
      return 1;
    }
    device->operations->stop(device);
    unlock();
  }
  return 0;
}
