#define _GNU_SOURCE
#include "clib_test.h"
#include <strings.h>

MODEL(bcmp);
MODEL(bcopy);
MODEL(bzero);
void model___bzero(void*, size_t);
MODEL(index);
MODEL(rindex);
MODEL(strcasecmp);
int model___strcasecmp(const char*, const char*);
MODEL(strncasecmp);
MODEL(ffs);
MODEL(ffsl);
MODEL(ffsll);

static struct twins twins;
static char* const real = twins.real + 16;
static char* const model = twins.model + 16;
enum { ROOM = 24 };

static void bytes(const char* left, const char* right, size_t size) {
  next_int = random_integer();
  check((bcmp(left, right, size) == 0) == (model_bcmp(left, right, size) == 0), "%zu", size);
  twins_fill(&twins);
  int shift = (int)random_below(25) - 12;
  bcopy(real, real + shift, size);
  model_bcopy(model, model + shift, size);
  check(twins_equal(&twins), "%d %zu", shift, size);
  bcopy(left, real, size);
  model_bcopy(left, model, size);
  check(twins_equal(&twins), "%zu", size);
  bzero(real, size);
  model_bzero(model, size);
  check(twins_equal(&twins), "%zu", size);
  twins_fill(&twins);
  bzero(real, size);
  model___bzero(model, size);
  check(twins_equal(&twins), "%zu", size);
}

static void comparisons(const char* left, const char* right, size_t size) {
  int result = strcasecmp(left, right);
  next_int = result;
  check(model_strcasecmp(left, right) == result, "%s %s", left, right);
  check(model___strcasecmp(left, right) == result, "%s %s", left, right);
  next_int = random_integer();
  check(sign_of(model_strcasecmp(left, right)) == sign_of(result), "%s %s", left, right);
  result = strncasecmp(left, right, size);
  next_int = result;
  check(model_strncasecmp(left, right, size) == result, "%s %s %zu", left, right, size);
  next_int = random_integer();
  check(sign_of(model_strncasecmp(left, right, size)) == sign_of(result), "%s %s %zu", left, right, size);
}

int main(void) {
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    char text[ROOM];
    char other[ROOM];
    random_bytes(text, sizeof text);
    random_string(text, sizeof text, random_bool() ? "aAzZ@[`{" : NULL);
    memset(other, 0, sizeof other);
    for (size_t i = 0; i < strlen(text) + 1; i++) {
      bool letter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z');
      other[i] = letter && random_bool() ? text[i] ^ 32 : random_below(12) == 0 ? (char)random_bits() : text[i];
    }
    other[sizeof other - 1] = 0;
    char* left = copy_of(text, strlen(text) + 1);
    char* right = copy_of(other, strlen(other) + 1);
    comparisons(left, right, random_below(ROOM + 4));
    size_t part = random_below(ROOM);
    char* open = copy_of(text, part);
    check(sign_of(strncasecmp(open, other, part)) == sign_of(model_strncasecmp(open, other, part)), "%zu", part);
    free(open);
    bytes(text, random_bool() ? other : text, random_below(ROOM + 1));
    int letter = random_bool() ? text[random_below((unsigned)strlen(text) + 1)] : (int)random_integer();
    check(index(left, letter) == model_index(left, letter), "%s %d", left, letter);
    check(rindex(left, letter) == model_rindex(left, letter), "%s %d", left, letter);
    free(left);
    free(right);
    long long value = random_integer();
    check(ffs((int)value) == model_ffs((int)value), "%lld", value);
    check(ffsl((long)value) == model_ffsl((long)value), "%lld", value);
    check(ffsll(value) == model_ffsll(value), "%lld", value);
  }
  return test_end();
}
