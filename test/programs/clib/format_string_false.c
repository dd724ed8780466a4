// what: a string of unknown length is padded to the width
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <stdio.h>
extern void reach_error(void); extern char __VERIFIER_nondet_char(void);
int main(void){ char s[4]={__VERIFIER_nondet_char(),__VERIFIER_nondet_char(),__VERIFIER_nondet_char(),0}; char b[16] = "????????"; int n = sprintf(b,"[%-3s]",s);
 if (n != 5 || b[4] != ']' || b[5] || b[6] != '?') reach_error(); if (s[0] && !s[1] && b[2] == ' ') reach_error(); if (s[0] && b[1] != s[0]) reach_error(); return 0; }
