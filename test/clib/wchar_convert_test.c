#define _GNU_SOURCE
#include "clib_test.h"
#include <wchar.h>

MODEL(btowc);
MODEL(wctob);
MODEL(mbsinit);
MODEL(mbrtowc);
MODEL(mbrlen);
size_t __mbrlen(const char*, size_t, mbstate_t*);
MODEL(__mbrlen);
MODEL(wcrtomb);
MODEL(mbsnrtowcs);
MODEL(mbsrtowcs);
MODEL(wcsnrtombs);
MODEL(wcsrtombs);
MODEL(wcwidth);
MODEL(wcswidth);

enum { ROOM = 12 };

// What a call gave, wrote (compared as a whole), and left in errno and in the pointer that it moves.
struct outcome {
  size_t result;
  int error;
  const void* moved;
  wchar_t wide[ROOM];
  char bytes[ROOM];
};

#define OUTCOME(into, call)                                                                                            \
  do {                                                                                                                 \
    memset(&(into), 0, sizeof(into));                                                                                  \
    memset((into).wide, 0x55, sizeof(into).wide);                                                                      \
    memset((into).bytes, 0x55, sizeof(into).bytes);                                                                    \
    mbstate_t state = {0};                                                                                             \
    errno = 0;                                                                                                         \
    (into).result = call;                                                                                              \
    (into).error = errno;                                                                                              \
    check(model_mbsinit(&state) && mbsinit(&state), #call);                                                            \
  } while (0)

#define COMPARE(function, ...)                                                                                         \
  do {                                                                                                                 \
    struct outcome of;                                                                                                 \
    struct outcome real;                                                                                               \
    OUTCOME(of, function(__VA_ARGS__));                                                                                \
    real = of;                                                                                                         \
    OUTCOME(of, model_##function(__VA_ARGS__));                                                                        \
    check(memcmp(&real, &of, sizeof of) == 0, #function " %zu %zu", real.result, of.result);                           \
  } while (0)

static void bytes(const char* text, size_t size, size_t room) {
  mbstate_t* none = NULL;
  COMPARE(mbrtowc, of.wide, text, size, random_bool() ? &state : none);
  COMPARE(mbrtowc, NULL, text, size, &state);
  COMPARE(mbrtowc, of.wide, NULL, size, &state);
  COMPARE(mbrlen, text, size, &state);
  COMPARE(__mbrlen, text, size, &state);
#define MOVING ((of.moved = text), (const char**)&of.moved)
  COMPARE(mbsrtowcs, of.wide, MOVING, room, &state);
  COMPARE(mbsrtowcs, NULL, MOVING, room, &state);
  COMPARE(mbsnrtowcs, of.wide, MOVING, size, room, &state);
  COMPARE(mbsnrtowcs, NULL, MOVING, size, room, &state);
#undef MOVING
}

static void wides(const wchar_t* text, size_t size, size_t room) {
  mbstate_t* none = NULL;
  COMPARE(wcrtomb, of.bytes, *text, random_bool() ? &state : none);
  COMPARE(wcrtomb, NULL, *text, &state);
#define MOVING ((of.moved = text), (const wchar_t**)&of.moved)
  COMPARE(wcsrtombs, of.bytes, MOVING, room, &state);
  COMPARE(wcsrtombs, NULL, MOVING, room, &state);
  COMPARE(wcsnrtombs, of.bytes, MOVING, size, room, &state);
  COMPARE(wcsnrtombs, NULL, MOVING, size, room, &state);
  check(wcswidth(text, size) == model_wcswidth(text, size), "%ls", text);
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    char text[ROOM];
    wchar_t wide[ROOM];
    random_string(text, sizeof text, random_below(4) ? "az\x7f\x01" : NULL);
    for (int i = 0; i < ROOM; i++)
      wide[i] = random_below(20) ? (unsigned char)text[i] : (wchar_t)random_integer() & 0x7fffffff;
    wide[ROOM - 1] = 0;
    bytes(text, random_below(ROOM), random_below(ROOM));
    wides(wide, random_below(ROOM), random_below(ROOM));
    int c = (int)random_integer();
    check(btowc(c) == model_btowc(c) && wctob((wint_t)c) == model_wctob((wint_t)c), "%d", c);
    check(wcwidth(c) == model_wcwidth(c), "%d", c);
  }
  for (int c = -1; c < 256; c++) {
    check(btowc(c) == model_btowc(c) && wctob((wint_t)c) == model_wctob((wint_t)c), "%d", c);
    check(wcwidth(c) == model_wcwidth(c), "%d", c);
  }
  check(mbsinit(NULL) && model_mbsinit(NULL), "no state");
  return test_end();
}
