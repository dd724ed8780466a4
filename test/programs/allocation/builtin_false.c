// what: the compiler's name for malloc, whose result compilers may take for granted
// truth: unreach-call false
// expect: default --malloc-may-fail false line 9
// expect: bmc --malloc-may-fail false line 9
extern void reach_error(void);

int main(void) {
  char *p = __builtin_malloc(1);
  if (!p) reach_error();
  return 0;
}
