// what: a path that reads through a null pointer first is none; another one reaches the error
// truth: unreach-call false
// expect: bmc --reduce=slice false line 16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
struct device {
  struct device *parent;
  int count;
};

int main(void) {
  struct device *device = calloc(1, sizeof(struct device));
  int state = __VERIFIER_nondet_int(), unused = 0;
  if (state == 1) unused = device->parent->count;
  if (state == 1 || state == 2) reach_error();
  return unused;
}
