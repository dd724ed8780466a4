// A dosing pump. Which table it uses is computed once, step by step; then it answers any number of requests, and what it
// has given must be what was asked for.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { STEPS = 2000, TABLE = 16 };

static unsigned table[TABLE];

// A long computation without inputs: nothing to find out, only to be done.
static void calibrate(void) {
  unsigned value = 1;
  for (int i = 0; i < STEPS; i++) {
    value = value * 1664525u + 1013904223u;
    table[i % TABLE] = value;
  }
  if (value == 7)
    reach_error();
}

// A loop without a bound: needs a relation that holds in every iteration.
static void serve(void) {
  unsigned asked = 0, given = 0, left = 0;
  while (__VERIFIER_nondet_int()) {
    if (left == 0) {
      asked += 3;
      left = 3;
    }
    given++;
    left--;
    if (given + left != asked)
      reach_error();
  }
}

int main(void) {
  if (__VERIFIER_nondet_int())
    calibrate();
  else
    serve();
  return 0;
}
