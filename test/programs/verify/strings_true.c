// what: equal strings have equal characters, and only the sign of a comparison is known
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern int strcmp(const char *, const char *);
extern int memcmp(const void *, const void *, __SIZE_TYPE__);
extern __SIZE_TYPE__ strlen(const char *);

int main(void) {
  char text[4] = "abc";
  text[1] = __VERIFIER_nondet_char();
  if (strcmp(text, "axc") == 0 && (text[1] != 'x' || strlen(text) != 3 || memcmp("axc", text, 4) != 0)) reach_error();
  if (text[1] > 'b' && strcmp(text, "abc") <= 0) reach_error();
  if (text[1] == 0 && strlen(text) != 1) reach_error();
  return 0;
}
