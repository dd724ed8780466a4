// what: a malloc of the program's own fails as it is written, and not otherwise
// truth: unreach-call true
// expect: default --malloc-may-fail true
// expect: bmc --malloc-may-fail true
// expect: value --malloc-may-fail true
// expect: gamble --malloc-may-fail true
extern void reach_error(void);
static char memory[64];
static unsigned long used;

void *malloc(unsigned long size) {
  if (size > sizeof memory - used) return (void *)0;
  used += size;
  return memory + used - size;
}

int main(void) {
  if (!malloc(40)) reach_error();
  if (malloc(40)) reach_error();
  return 0;
}
