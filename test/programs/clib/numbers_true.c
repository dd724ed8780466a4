// what: numbers by the models of the C library, for any argument in a range
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
#include <arpa/inet.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int holds) {
  if (!holds) reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= -1000 && x <= 1000) check(abs(x) >= 0 && abs(x) <= 1000);
  unsigned host = __VERIFIER_nondet_uint();
  check(ntohl(htonl(host)) == host);
  check(atoi("-42") == -42 && atoi("  7x") == 7);
  char* end;
  const char* hex = "0x1fz";
  check(strtol(hex, &end, 0) == 31 && end == hex + 4);
  div_t quotient = div(-7, 2);
  check(quotient.quot == -3 && quotient.rem == -1);
  return 0;
}
