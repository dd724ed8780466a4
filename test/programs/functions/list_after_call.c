// what: a list from which a callee took arguments is indeterminate: x86-64 goes on behind them, the i386 takes them again
// models: LP64
// truth: unreach-call false
// expect: bmc unknown
// expect: kinduction unknown
// expect: predicate unknown
#include <stdarg.h>
extern void reach_error(void);
static int one(va_list l){ return va_arg(l,int); }
static int f(int n, ...){ va_list l; va_start(l,n); int a=one(l); int b=va_arg(l,int); va_end(l); return a*10+b; }
int main(void){ if (f(3,1,2) == 12) reach_error(); return 0; }
