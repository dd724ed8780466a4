// what: a record is cleared, and functions are copied into it from a block that may not be there
// truth: unreach-call true
// expect: bmc --malloc-may-fail true
// expect: kinduction --malloc-may-fail true
// expect: default --malloc-may-fail true
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

typedef struct {
  void *context;
  int (*begin)(int *);
  int (*end)(void);
} actions_t;

typedef struct {
  size_t index;
  unsigned char *buffer;
  actions_t network, other;
  unsigned address;
} state_t;

static int begin(int *at) { return *at - *at; }
static int end(void) { return 1; }

static state_t *make(void) {
  state_t *state = malloc(sizeof *state);
  actions_t *actions = malloc(sizeof *actions);
  int failed = 0;
  if (actions != NULL) {
    actions->context = malloc(8);
    actions->begin = begin;
    actions->end = end;
  }
  if (state != NULL) {
    state->index = 3;
    if (actions != NULL && (actions->begin == NULL || actions->end == NULL))
      failed = 1;
    else {
      memset(state, 0, sizeof *state);
      if (actions != NULL) memcpy(&state->other, actions, sizeof *actions);
    }
  }
  return failed ? NULL : state;
}

int main(void) {
  state_t *state = make();
  int result = 0;
  if (state == NULL) return 0;
  state->address = 7;
  if (state->index != 0 || state->network.begin != NULL) reach_error();
  if (state->other.begin != NULL) result = state->other.begin(&result);
  if (result != 0) reach_error();
  return 0;
}
