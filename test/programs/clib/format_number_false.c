// what: snprintf cuts the text and gives the length of all of it
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <stdio.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void){ int x=__VERIFIER_nondet_int(); char b[16]; int n = snprintf(b,4,"%d",x); if (b[0]=='1' && b[1]=='2' && b[2]=='3' && b[3] == 0 && n == 6) reach_error(); return 0; }
