// what: va_arg of another type than was passed gives any value
// models: LP64
// truth: unreach-call true
// expect: bmc unknown
#include <stdarg.h>
extern void reach_error(void);
static int f(int n, ...){ va_list l; va_start(l,n); long b=va_arg(l,long); va_end(l); return b == 1; }
int main(void){ if (!f(3,1)) reach_error(); return 0; }
