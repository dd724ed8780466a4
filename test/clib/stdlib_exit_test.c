#include "clib_test.h"

MODEL(atexit);
extern void model___tandem_run_exit_handlers(void);

static char order[100];
static int calls;

static void one(void) { order[calls++] = '1'; }
static void two(void) { order[calls++] = '2'; }
static void registers(void) {
  order[calls++] = 'r';
  model_atexit(one);
}

int main(void) {
  test_begin();
  model___tandem_run_exit_handlers();
  check(calls == 0, "%d handlers before any is registered", calls);
  check(model_atexit(one) == 0, "the first");
  check(model_atexit(registers) == 0, "the second");
  for (int i = 0; i < 40; i++) check(model_atexit(two) == 0, "%d", i);
  model___tandem_run_exit_handlers();
  check(calls == 43, "%d calls", calls);
  check(order[0] == '2' && order[39] == '2', "the last one first: %s", order);
  check(strcmp(order + 40, "r11") == 0, "a handler that registers another: %s", order);
  model___tandem_run_exit_handlers();
  check(calls == 43, "each once, not %d calls", calls);
  return test_end();
}
