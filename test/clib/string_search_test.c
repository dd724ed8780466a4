#define _GNU_SOURCE
#include "clib_test.h"

MODEL(strchr);
MODEL(strchrnul);
char* model___strchrnul(const char*, int);
MODEL(strrchr);
MODEL(strspn);
MODEL(strcspn);
MODEL(strpbrk);
MODEL(strstr);
MODEL(strcasestr);
MODEL(strtok);
MODEL(strtok_r);
char* model___strtok_r(char*, const char*, char**);
MODEL(strsep);

static struct twins twins;
static char* const real = twins.real + 16;
static char* const model = twins.model + 16;

static void searches(const char* text, const char* other, int letter) {
  check(strchr(text, letter) == model_strchr(text, letter), "%s %d", text, letter);
  check(strchrnul(text, letter) == model_strchrnul(text, letter), "%s %d", text, letter);
  check(strchrnul(text, letter) == model___strchrnul(text, letter), "%s %d", text, letter);
  check(strrchr(text, letter) == model_strrchr(text, letter), "%s %d", text, letter);
  check(strspn(text, other) == model_strspn(text, other), "%s %s", text, other);
  check(strcspn(text, other) == model_strcspn(text, other), "%s %s", text, other);
  check(strpbrk(text, other) == model_strpbrk(text, other), "%s %s", text, other);
  check(strstr(text, other) == model_strstr(text, other), "%s %s", text, other);
  check(strcasestr(text, other) == model_strcasestr(text, other), "%s %s", text, other);
}

static void begin_with(const char* text) {
  twins_fill(&twins);
  strcpy(real, text);
  strcpy(model, text);
}

static bool same_place(const char* in_real, const char* in_model) {
  return in_real ? in_model && in_real - real == in_model - model : !in_model;
}

// Calls until the text is at its end, and once more; the delimiters may differ each time.
static void tokens(const char* text, const char* delimiters, const char* others) {
  begin_with(text);
  char* token = real;
  for (char* start = real; token; start = NULL) {
    token = strtok(start, delimiters);
    check(same_place(token, model_strtok(start ? model : NULL, delimiters)), "%s %s", text, delimiters);
    check(twins_equal(&twins), "%s %s", text, delimiters);
  }
  check(!model_strtok(NULL, delimiters), "%s", text);

  for (int alias = 0; alias < 2; alias++) {
    begin_with(text);
    char* rest = NULL;
    char* model_rest = NULL;
    token = real;
    for (char* start = real; token; start = NULL) {
      const char* now = random_bool() ? delimiters : others;
      token = strtok_r(start, now, &rest);
      char* model_token = (alias ? model___strtok_r : model_strtok_r)(start ? model : NULL, now, &model_rest);
      check(same_place(token, model_token), "%s %s", text, now);
      check(same_place(rest, model_rest) && twins_equal(&twins), "%s %s", text, now);
    }
  }

  begin_with(text);
  char* rest = real;
  char* model_rest = model;
  do {
    const char* now = random_bool() ? delimiters : others;
    token = strsep(&rest, now);
    check(same_place(token, model_strsep(&model_rest, now)), "%s %s", text, now);
    check(same_place(rest, model_rest) && twins_equal(&twins), "%s %s", text, now);
  } while (token);
}

int main(void) {
  static const char* const alphabets[] = {"ab", "aAbB", "ab,; ", "a\xe4\xff", NULL};
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    char text[24];
    char other[5];
    char third[3];
    const char* letters = alphabets[random_below(5)];
    random_string(text, sizeof text, letters);
    random_string(other, sizeof other, letters);
    random_string(third, sizeof third, letters);
    int letter = random_below(8) == 0 ? 0
                 : random_bool()      ? text[random_below((unsigned)strlen(text) + 1)]
                                      : (int)random_integer();
    char* left = copy_of(text, strlen(text) + 1);
    char* right = copy_of(other, strlen(other) + 1);
    searches(left, right, letter);
    tokens(left, right, third);
    free(left);
    free(right);
  }
  return test_end();
}
