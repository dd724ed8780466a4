#define _GNU_SOURCE
#include "wide_for_test.h"

MODEL(wmemchr);
MODEL(wcschr);
MODEL(wcschrnul);
MODEL(wcsrchr);
MODEL(wcsspn);
MODEL(wcscspn);
MODEL(wcspbrk);
MODEL(wcsstr);
MODEL(wcswcs);
MODEL(wcstok);

static void searches(const wchar_t* text, const wchar_t* other, wchar_t letter, size_t size) {
  check(wmemchr(text, letter, size) == model_wmemchr(text, letter, size), "%zu", size);
  check(wcschr(text, letter) == model_wcschr(text, letter), "%ld", (long)letter);
  check(wcschrnul(text, letter) == model_wcschrnul(text, letter), "%ld", (long)letter);
  check(wcsrchr(text, letter) == model_wcsrchr(text, letter), "%ld", (long)letter);
  check(wcsspn(text, other) == model_wcsspn(text, other), "%zu", size);
  check(wcscspn(text, other) == model_wcscspn(text, other), "%zu", size);
  check(wcspbrk(text, other) == model_wcspbrk(text, other), "%zu", size);
  check(wcsstr(text, other) == model_wcsstr(text, other), "%zu", size);
  check(wcswcs(text, other) == model_wcswcs(text, other), "%zu", size);
}

static void tokens(const wchar_t* text, const wchar_t* delimiters, const wchar_t* others) {
  begin_with(text);
  wchar_t* rest = NULL;
  wchar_t* model_rest = NULL;
  wchar_t* token = real;
  for (wchar_t* start = real; token; start = NULL) {
    const wchar_t* now = random_bool() ? delimiters : others;
    token = wcstok(start, now, &rest);
    check(same_place(token, model_wcstok(start ? model : NULL, now, &model_rest)), "%ls", text);
    check(same_place(rest, model_rest) && same_memory(), "%ls", text);
  }
}

int main(void) {
  static const wchar_t* const alphabets[] = {L"ab", L"ab,; ", L"a\x7fffffff\xe4", NULL};
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    wchar_t text[24];
    wchar_t other[5];
    wchar_t third[3];
    const wchar_t* letters = alphabets[random_below(4)];
    random_wide(text, 24, letters, UINT32_MAX);
    random_wide(other, 5, letters, UINT32_MAX);
    random_wide(third, 3, letters, UINT32_MAX);
    wchar_t letter = random_bool() ? text[random_below((unsigned)wcslen(text) + 1)] : (wchar_t)random_integer();
    wchar_t* left = wide_copy_of(text);
    wchar_t* right = wide_copy_of(other);
    searches(left, right, letter, random_below((unsigned)wcslen(text) + 2));
    tokens(left, right, third);
    free(left);
    free(right);
  }
  return test_end();
}
