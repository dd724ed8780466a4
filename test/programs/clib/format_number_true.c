// what: an int of any value is printed as at least one character
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: default true
#include <stdio.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int x=__VERIFIER_nondet_int(); char b[16]; snprintf(b,sizeof b,"%d",x); assert(b[0]!='\0'); return 0; }
