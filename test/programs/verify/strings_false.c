// what: comparing a string with a known one says what its characters are
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, __SIZE_TYPE__);
extern int memcmp(const void *, const void *, __SIZE_TYPE__);
extern __SIZE_TYPE__ strlen(const char *);

int main(void) {
  char text[8] = "no";
  text[0] = __VERIFIER_nondet_char();
  text[1] = __VERIFIER_nondet_char();
  text[2] = __VERIFIER_nondet_char();
  if (strlen(text) != 3 || memcmp(text, "of", 2) >= 0 || strncmp(text, "oak", 2) < 0) return 0;
  if (strcmp(text, "odd") < 0 && text[0] == 'o' && text[2] == 'z') reach_error();
  return 0;
}
