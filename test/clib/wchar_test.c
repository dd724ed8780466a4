#define _GNU_SOURCE
#include "wide_for_test.h"

MODEL(wcslen);
MODEL(wcsnlen);
MODEL(wmemcpy);
MODEL(wmempcpy);
MODEL(wmemmove);
MODEL(wmemset);
MODEL(wcpcpy);
MODEL(wcscpy);
MODEL(wcpncpy);
MODEL(wcsncpy);
MODEL(wcscat);
MODEL(wcsncat);
MODEL(wcsdup);
MODEL(wmemcmp);
MODEL(wcscmp);
MODEL(wcsncmp);
MODEL(wcscoll);
MODEL(wcsxfrm);
MODEL(wcscasecmp);
MODEL(wcsncasecmp);

enum { ROOM = 24 };

static void copies(const wchar_t* from, size_t size) {
  size_t part = size < wcslen(from) ? size : wcslen(from);
  begin_with(L"");
  wmemcpy(real, from, part);
  check(model_wmemcpy(model, from, part) == model && same_memory(), "%zu", part);
  begin_with(L"");
  wmempcpy(real, from, part);
  check(model_wmempcpy(model, from, part) == model + part && same_memory(), "%zu", part);
  begin_with(L"");
  int shift = (int)random_below(25) - 12;
  wmemmove(real + shift, real, size);
  check(model_wmemmove(model + shift, model, size) == model + shift && same_memory(), "%d %zu", shift, size);
  wmemmove(real, from, part);
  check(model_wmemmove(model, from, part) == model && same_memory(), "%zu", part);
  begin_with(L"");
  wmemset(real, *from, size);
  check(model_wmemset(model, *from, size) == model && same_memory(), "%zu", size);

  begin_with(L"");
  wcscpy(real, from);
  check(model_wcscpy(model, from) == model && same_memory(), "%zu", size);
  begin_with(L"");
  wchar_t* end = wcpcpy(real, from);
  check(same_place(end, model_wcpcpy(model, from)) && same_memory(), "%zu", size);
  begin_with(L"");
  wcsncpy(real, from, size);
  check(model_wcsncpy(model, from, size) == model && same_memory(), "%zu", size);
  begin_with(L"");
  end = wcpncpy(real, from, size);
  check(same_place(end, model_wcpncpy(model, from, size)) && same_memory(), "%zu", size);
  begin_with(L"");
  size_t length = wcsxfrm(real, from, size);
  check(model_wcsxfrm(model, from, size) == length && (length >= size || same_memory()), "%zu", size);
  wchar_t* copy = model_wcsdup(from);
  check(wcscmp(copy, from) == 0, "%zu", size);
  free(copy);
}

static void appends(const wchar_t* start, const wchar_t* from, size_t size) {
  begin_with(start);
  wcscat(real, from);
  check(model_wcscat(model, from) == model && same_memory(), "%zu", size);
  begin_with(start);
  wcsncat(real, from, size);
  check(model_wcsncat(model, from, size) == model && same_memory(), "%zu", size);
}

// With the library's result as what is left open, and with any other.
#define COMPARE(function, ...)                                                                                         \
  do {                                                                                                                 \
    int result = function(__VA_ARGS__);                                                                                \
    next_int = result;                                                                                                 \
    check(model_##function(__VA_ARGS__) == result, #function " %d", result);                                           \
    next_int = random_integer();                                                                                       \
    check(sign_of(model_##function(__VA_ARGS__)) == sign_of(result), #function " %d", result);                         \
  } while (0)

static void comparisons(const wchar_t* left, const wchar_t* right, size_t size) {
  size_t both = wcslen(left) < wcslen(right) ? wcslen(left) : wcslen(right);
  COMPARE(wcscmp, left, right);
  COMPARE(wcscoll, left, right);
  COMPARE(wcsncmp, left, right, size);
  COMPARE(wmemcmp, left, right, size < both ? size : both + 1);
}

// The functions with a size read no further, so that their arguments need no null character.
static void unterminated(const wchar_t* text, const wchar_t* other, size_t size) {
  wchar_t* left = copy_of(text, size * sizeof *text);
  wchar_t* right = copy_of(other, size * sizeof *other);
  check(model_wcsnlen(left, size) == wcsnlen(left, size), "%zu", size);
  begin_with(L"ab");
  wcsncat(real, left, size);
  check(model_wcsncat(model, left, size) == model && same_memory(), "%zu", size);
  wcsncpy(real, left, size);
  check(model_wcsncpy(model, left, size) == model && same_memory(), "%zu", size);
  COMPARE(wcsncmp, left, right, size);
  COMPARE(wmemcmp, left, right, size);
  free(left);
  free(right);
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    wchar_t text[ROOM];
    wchar_t other[ROOM];
    random_bytes(text, sizeof text);
    random_bytes(other, sizeof other);
    const wchar_t* letters = random_bool() ? L"aAbZz@[\x7fffffff" : NULL;
    random_wide(text, ROOM, letters, random_bool() ? UINT32_MAX : 128);
    random_wide(other, random_bool() ? 3 : ROOM, letters, UINT32_MAX);
    if (random_bool()) wcscpy(other, text);
    if (random_bool()) other[random_below(ROOM)] = (wchar_t)random_bits();
    other[ROOM - 1] = 0;
    wchar_t* left = wide_copy_of(text);
    wchar_t* right = wide_copy_of(other);
    size_t size = random_below(ROOM + 4);
    check(wcslen(left) == model_wcslen(left), "%zu", wcslen(left));
    check(wcsnlen(left, size) == model_wcsnlen(left, size), "%zu", size);
    copies(left, size);
    appends(left, right, size);
    comparisons(left, right, size);
    // Unicode only: glibc's differences overflow between larger ones.
    for (size_t i = 0; left[i]; i++) left[i] = (left[i] & 0xfffff) + 1;
    for (size_t i = 0; right[i]; i++) right[i] = (right[i] & 0xfffff) + 1;
    COMPARE(wcscasecmp, left, right);
    COMPARE(wcsncasecmp, left, right, size);
    unterminated(text, other, random_below(ROOM));
    free(left);
    free(right);
  }
  return test_end();
}
