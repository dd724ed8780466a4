// models: wchar_check.c string_check.c
#define _GNU_SOURCE
#include "wide_for_test.h"
#include <setjmp.h>
#include <signal.h>

// The plain functions are those of this machine.
#define DECLARE(name, ...)                                                                                             \
  wchar_t* __##name##_chk(__VA_ARGS__);                                                                                \
  wchar_t* model___##name##_chk(__VA_ARGS__)
DECLARE(wmemcpy, wchar_t*, const wchar_t*, size_t, size_t);
DECLARE(wmempcpy, wchar_t*, const wchar_t*, size_t, size_t);
DECLARE(wmemmove, wchar_t*, const wchar_t*, size_t, size_t);
DECLARE(wmemset, wchar_t*, wchar_t, size_t, size_t);
DECLARE(wcscpy, wchar_t*, const wchar_t*, size_t);
DECLARE(wcpcpy, wchar_t*, const wchar_t*, size_t);
DECLARE(wcsncpy, wchar_t*, const wchar_t*, size_t, size_t);
DECLARE(wcpncpy, wchar_t*, const wchar_t*, size_t, size_t);
DECLARE(wcscat, wchar_t*, const wchar_t*, size_t);
DECLARE(wcsncat, wchar_t*, const wchar_t*, size_t, size_t);

static sigjmp_buf aborted;
static void on_abort(int number) {
  (void)number;
  siglongjmp(aborted, 1);
}

// See string_check_test.c.
#define COMPARE(name, start, needed, room, ...)                                                                        \
  do {                                                                                                                 \
    begin_with(start);                                                                                                 \
    if (sigsetjmp(aborted, 1)) {                                                                                       \
      check((needed) > (room), #name " %zu %zu", (size_t)(needed), (size_t)(room));                                    \
    } else {                                                                                                           \
      wchar_t* end = model___##name##_chk(model, __VA_ARGS__, room);                                                   \
      check((needed) <= (room), #name " %zu %zu", (size_t)(needed), (size_t)(room));                                   \
      check(same_place(__##name##_chk(real, __VA_ARGS__, room), end), #name " %zu", (size_t)(room));                   \
      check(same_memory(), #name " %zu %zu", (size_t)(needed), (size_t)(room));                                        \
    }                                                                                                                  \
  } while (0)

static void each(const wchar_t* from, const wchar_t* start, size_t size, size_t room) {
  size_t length = wcslen(from) + 1;
  COMPARE(wmemcpy, L"", size, room, from, size);
  COMPARE(wmempcpy, L"", size, room, from, size);
  COMPARE(wmemmove, L"", size, room, from, size);
  COMPARE(wmemset, L"", size, room, *from, size);
  COMPARE(wcscpy, L"", length, room, from);
  COMPARE(wcpcpy, L"", length, room, from);
  COMPARE(wcsncpy, L"", size, room, from, size);
  COMPARE(wcpncpy, L"", size, room, from, size);
  COMPARE(wcscat, start, wcslen(start) + length, room, from);
  COMPARE(wcsncat, start, wcslen(start) + wcsnlen(from, size) + 1, room, from, size);
}

int main(void) {
  test_begin();
  struct sigaction action = {.sa_handler = on_abort, .sa_flags = SA_NODEFER};
  sigaction(SIGABRT, &action, NULL);
  for (int call = 0; call < CALLS; call++) {
    wchar_t from[24];
    wchar_t start[12];
    memset(from, 0, sizeof from);
    random_wide(from, 24, NULL, 1000);
    random_wide(start, 12, NULL, 1000);
    each(from, start, random_below(25), random_below(4) == 0 ? SIZE_MAX : 1 + random_below(40));
  }
  return test_end();
}
