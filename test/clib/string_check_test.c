#define _GNU_SOURCE
#include "clib_test.h"
#include <setjmp.h>
#include <signal.h>

// The plain functions are those of this machine.
#define DECLARE(name, ...)                                                                                             \
  void* __##name##_chk(__VA_ARGS__);                                                                                   \
  void* model___##name##_chk(__VA_ARGS__)
DECLARE(memcpy, void*, const void*, size_t, size_t);
DECLARE(mempcpy, void*, const void*, size_t, size_t);
DECLARE(memmove, void*, const void*, size_t, size_t);
DECLARE(memset, void*, int, size_t, size_t);
DECLARE(strcpy, char*, const char*, size_t);
DECLARE(stpcpy, char*, const char*, size_t);
DECLARE(strncpy, char*, const char*, size_t, size_t);
DECLARE(stpncpy, char*, const char*, size_t, size_t);
DECLARE(strcat, char*, const char*, size_t);
DECLARE(strncat, char*, const char*, size_t, size_t);
void __explicit_bzero_chk(void*, size_t, size_t);
void model___explicit_bzero_chk(void*, size_t, size_t);
_Noreturn void model___chk_fail(void);

static struct twins twins;
static char* const real = twins.real + 16;
static char* const model = twins.model + 16;

static sigjmp_buf aborted;
static void on_abort(int number) {
  (void)number;
  siglongjmp(aborted, 1);
}

// Lets the model write with room bytes in its target: it must abort if and only if it needs more. The library is asked
// only if there is room, for it prints a message when it aborts.
#define COMPARE(name, start, needed, room, ...)                                                                        \
  do {                                                                                                                 \
    twins_fill(&twins);                                                                                                \
    strcpy(real, start);                                                                                               \
    strcpy(model, start);                                                                                              \
    if (sigsetjmp(aborted, 1)) {                                                                                       \
      check((needed) > (room), #name " %zu %zu", (size_t)(needed), (size_t)(room));                                    \
    } else {                                                                                                           \
      char* end = (char*)model___##name##_chk(model, __VA_ARGS__, room);                                               \
      check((needed) <= (room), #name " %zu %zu", (size_t)(needed), (size_t)(room));                                   \
      check((char*)__##name##_chk(real, __VA_ARGS__, room) - real == end - model, #name " %zu", (size_t)(room));       \
      check(twins_equal(&twins), #name " %zu %zu", (size_t)(needed), (size_t)(room));                                  \
    }                                                                                                                  \
  } while (0)

static void each(const char* from, const char* start, size_t size, size_t room) {
  size_t length = strlen(from) + 1;
  COMPARE(memcpy, "", size, room, from, size);
  COMPARE(mempcpy, "", size, room, from, size);
  COMPARE(memmove, "", size, room, from, size);
  COMPARE(memset, "", size, room, *from, size);
  COMPARE(strcpy, "", length, room, from);
  COMPARE(stpcpy, "", length, room, from);
  COMPARE(strncpy, "", size, room, from, size);
  COMPARE(stpncpy, "", size, room, from, size);
  COMPARE(strcat, start, strlen(start) + length, room, from);
  COMPARE(strncat, start, strlen(start) + strnlen(from, size) + 1, room, from, size);
  twins_fill(&twins);
  if (sigsetjmp(aborted, 1)) {
    check(size > room, "%zu %zu", size, room);
  } else {
    model___explicit_bzero_chk(model, size, room);
    check(size <= room, "%zu %zu", size, room);
    __explicit_bzero_chk(real, size, room);
    check(twins_equal(&twins), "%zu %zu", size, room);
  }
}

int main(void) {
  test_begin();
  struct sigaction action = {.sa_handler = on_abort, .sa_flags = SA_NODEFER};
  sigaction(SIGABRT, &action, NULL);
  for (int call = 0; call < CALLS; call++) {
    char from[24];
    char start[12];
    memset(from, 0, sizeof from);
    random_string(from, sizeof from, NULL);
    random_string(start, sizeof start, NULL);
    each(from, start, random_below(sizeof from + 1), random_below(4) == 0 ? SIZE_MAX : 1 + random_below(40));
  }
  if (sigsetjmp(aborted, 1) == 0) model___chk_fail();
  check(true, "aborted");
  return test_end();
}
