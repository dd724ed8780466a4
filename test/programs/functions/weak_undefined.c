// what: whether the address of an undefined weak function is null depends on what is linked: it is refused
// refuse: line 5 "weak function 'optional'"
extern void optional(void) __attribute__((weak));
int main(void) {
  if (optional) optional();
  return 0;
}
