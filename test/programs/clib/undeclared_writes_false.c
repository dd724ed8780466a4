// what: a function of the library that a program calls without a declaration is the library's, whatever it returns
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
  char line[40000] = "abc";
  gets(line);
  if (line[0] != 'a') __assert_fail("the line is still there", "", 0, "");
  return 0;
}
