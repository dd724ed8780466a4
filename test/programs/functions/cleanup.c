// what: the attribute cleanup: a call wherever a scope is left, the last variable first, after a return's value is computed
// run: inputs=2
// expect: output "b2a1 d4 d4 c3 f6 g8g7 x9 e5 a1 y5 11 9\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int last;
static void done_a(int *x) { printf("a%d ", *x), last = *x; }
static void done_b(int *x) { printf("b%d", *x), last = *x; }
static void done(int *x) { printf("%c%d ", "abcdefghxy"[*x - 1], *x), last = *x; }
#define CLEANUP(f) __attribute__((cleanup(f)))

static void block(void) {
  int a CLEANUP(done_a) = 1;
  int b CLEANUP(done_b) = 2;
}

static void loop(void) {
  int c CLEANUP(done) = 3;
  for (int i = 0; i < 3; i++) {
    int d CLEANUP(done) = 4;
    if (i == 0) continue;
    if (i == 1) break;
  }
}

static void in_switch(int n) {
  switch (n) {
  case 2: {
    int f CLEANUP(done) = 6;
    break;
  }
  default: printf("default ");
  }
}

static void done_g(int *x) { printf("g%d", *x); }
static void leave_both(void) {
  {
    int g CLEANUP(done_g) = 7;
    {
      int h CLEANUP(done_g) = 8;
      goto out;
    }
  }
out:
  printf(" ");
}

static void done_x(int *x) { printf("x%d ", *x), *x = 100; }
static int result(void) {
  int x CLEANUP(done_x) = 9;
  return x + 2;
}

static void out_of_an_expression(void) {
  int n = ({
    int a CLEANUP(done) = 1;
    if (last) goto out;
    a;
  });
  printf("not reached %d", n);
out:;
}

int main(void) {
  block(), loop(), in_switch(__VERIFIER_nondet_int()), leave_both();
  int r = result();
  int y = ({ int z CLEANUP(done) = 5; 4 + z; });
  out_of_an_expression();
  printf("y5 %d %d\n", r, y);
  return 0;
}
