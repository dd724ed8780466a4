#define _GNU_SOURCE
#include "clib_test.h"

MODEL(strlen);
MODEL(strnlen);
MODEL(strcpy);
MODEL(stpcpy);
MODEL(__stpcpy);
MODEL(strncpy);
MODEL(stpncpy);
MODEL(__stpncpy);
MODEL(strcat);
MODEL(strncat);
size_t model_strlcpy(char*, const char*, size_t);
size_t model_strlcat(char*, const char*, size_t);
MODEL(strdup);
char* model___strdup(const char*);
MODEL(strndup);
char* model___strndup(const char*, size_t);
MODEL(strcmp);
MODEL(strncmp);

static struct twins twins;
static char* const real = twins.real + 16;
static char* const model = twins.model + 16;
enum { ROOM = 24 };

static void copies(const char* from, size_t size) {
  twins_fill(&twins);
  strcpy(real, from);
  check(model_strcpy(model, from) == model && twins_equal(&twins), "%s", from);
  twins_fill(&twins);
  char* end = stpcpy(real, from);
  check(model_stpcpy(model, from) - model == end - real && twins_equal(&twins), "%s", from);
  twins_fill(&twins);
  stpcpy(real, from);
  check(model___stpcpy(model, from) - model == end - real && twins_equal(&twins), "%s", from);
  twins_fill(&twins);
  strncpy(real, from, size);
  check(model_strncpy(model, from, size) == model && twins_equal(&twins), "%s %zu", from, size);
  twins_fill(&twins);
  end = stpncpy(real, from, size);
  check(model_stpncpy(model, from, size) - model == end - real && twins_equal(&twins), "%s %zu", from, size);
  twins_fill(&twins);
  stpncpy(real, from, size);
  check(model___stpncpy(model, from, size) - model == end - real && twins_equal(&twins), "%s %zu", from, size);
}

static void begin_with(const char* start) {
  twins_fill(&twins);
  strcpy(real, start);
  strcpy(model, start);
}

static void appends(const char* start, const char* from, size_t size) {
  begin_with(start);
  strcat(real, from);
  check(model_strcat(model, from) == model && twins_equal(&twins), "%s %s", start, from);
  begin_with(start);
  strncat(real, from, size);
  check(model_strncat(model, from, size) == model && twins_equal(&twins), "%s %s %zu", start, from, size);

  // This glibc does not have these two; the manual page says what they write and give.
  begin_with(start);
  size_t length = size == 0 ? strlen(from) : (size_t)snprintf(real, size, "%s", from);
  check(model_strlcpy(model, from, size) == length && twins_equal(&twins), "%s %zu", from, size);
  begin_with(start);
  size_t used = strnlen(real, size);
  length = used + (used == size ? strlen(from) : (size_t)snprintf(real + used, size - used, "%s", from));
  check(model_strlcat(model, from, size) == length && twins_equal(&twins), "%s %s %zu", start, from, size);
}

static void duplicates(const char* from, size_t size) {
  char* copy = model_strdup(from);
  char* copy2 = model___strdup(from);
  check(strcmp(copy, from) == 0 && strcmp(copy2, from) == 0, "%s", from);
  free(copy);
  free(copy2);
  char* part = strndup(from, size);
  copy = model_strndup(from, size);
  copy2 = model___strndup(from, size);
  check(strcmp(copy, part) == 0 && strcmp(copy2, part) == 0, "%s %zu", from, size);
  free(copy);
  free(copy2);
  free(part);
}

static void comparisons(const char* left, const char* right, size_t size) {
  int result = strcmp(left, right);
  next_int = result;
  check(model_strcmp(left, right) == result, "%s %s", left, right);
  next_int = random_integer();
  check(sign_of(model_strcmp(left, right)) == sign_of(result), "%s %s", left, right);
  result = strncmp(left, right, size);
  next_int = result;
  check(model_strncmp(left, right, size) == result, "%s %s %zu", left, right, size);
  next_int = random_integer();
  check(sign_of(model_strncmp(left, right, size)) == sign_of(result), "%s %s %zu", left, right, size);
}

// The functions with a size read no further, so that their arguments need no null character.
static void unterminated(const char* text, const char* other, size_t size) {
  char* left = copy_of(text, size);
  char* right = copy_of(other, size);
  check(model_strnlen(left, size) == strnlen(left, size), "%zu", size);
  twins_fill(&twins);
  strncpy(real, left, size);
  check(model_strncpy(model, left, size) == model && twins_equal(&twins), "%zu", size);
  begin_with("ab");
  strncat(real, left, size);
  check(model_strncat(model, left, size) == model && twins_equal(&twins), "%zu", size);
  check(sign_of(strncmp(left, right, size)) == sign_of(model_strncmp(left, right, size)), "%zu", size);
  char* part = strndup(left, size);
  char* copy = model_strndup(left, size);
  check(strcmp(copy, part) == 0, "%zu", size);
  free(part);
  free(copy);
  begin_with("abcdefgh");
  size_t small = random_below(8);
  check(model_strlcat(model, "xy", small) == small + 2 && twins_equal(&twins), "%zu", small);
  free(left);
  free(right);
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    char text[ROOM];
    char other[ROOM];
    random_bytes(text, sizeof text);
    random_bytes(other, sizeof other);
    const char* letters = random_bool() ? "ab\xff" : NULL;
    random_string(text, sizeof text, letters);
    random_string(other, random_bool() ? 3 : sizeof other, letters);
    if (random_below(3) == 0) {
      strcpy(other, text);
      if (random_bool()) other[random_below(sizeof other)] = (char)random_bits();
      other[sizeof other - 1] = 0;
    }
    char* left = copy_of(text, strlen(text) + 1);
    char* right = copy_of(other, strlen(other) + 1);
    size_t size = random_below(ROOM + 4);
    check(strlen(left) == model_strlen(left), "%s", left);
    check(strnlen(left, size) == model_strnlen(left, size), "%s %zu", left, size);
    copies(left, size);
    appends(left, right, size);
    duplicates(left, size);
    comparisons(left, right, size);
    check(model_strnlen(left, SIZE_MAX) == strlen(left), "%s", left);
    unterminated(text, other, random_below(ROOM));
    free(left);
    free(right);
  }
  return test_end();
}
