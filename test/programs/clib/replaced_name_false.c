// what: the library's strcpy does not call the program's stpcpy, although the model of strcpy is built on stpcpy
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
extern void reach_error(void);
extern char* strcpy(char* to, const char* from);
char* stpcpy(char* to, const char* from) { return to; }

int main(void) {
  char text[10] = "q";
  strcpy(text, "abc");
  if (text[0] == 'a') reach_error();
  return 0;
}
