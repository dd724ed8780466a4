extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void);
extern void abort(void) __attribute__((noreturn));

#line 6 "join.c"
int main(void)
{
  int x;
  int y;
#line 7
  x = __VERIFIER_nondet_int();
#line 9
  if (!((x > 5) && (x < 100))) goto L2;
  y = x * x - 10 * x + 26;
#line 13
  if ((y > 0)) goto L1;
  reach_error();
L1: return 0;
L2: abort();
}
