#define _GNU_SOURCE
#include "clib_test.h"

extern char* __xpg_basename(char*);
extern char* dirname(char*);
MODEL(basename);
MODEL(__xpg_basename);
MODEL(dirname);

static struct twins twins;
static char* const real = twins.real + 16;
static char* const model = twins.model + 16;

static void compare(const char* path, char* (*real_function)(char*), char* (*model_function)(char*), const char* name) {
  twins_fill(&twins);
  strcpy(real, path);
  strcpy(model, path);
  char* result = real_function(real);
  char* model_result = model_function(model);
  check(strcmp(result, model_result) == 0, "%s(%s) %s %s", name, path, result, model_result);
  bool inside = result >= twins.real && result < twins.real + sizeof twins.real;
  bool model_inside = model_result >= twins.model && model_result < twins.model + sizeof twins.model;
  check(inside == model_inside && (!inside || result - real == model_result - model), "%s(%s)", name, path);
  check(twins_equal(&twins), "%s(%s)", name, path);
}

int main(void) {
  static const char* const corners[] = {"",    "/",   "//",   "///", "a",      "a/", "/a",
                                        "/a/", "//a", "//a/", "a/b", "a//b//", ".",  ".."};
  test_begin();
  for (int call = 0; call < CALLS; call++) {
    char path[16];
    random_string(path, sizeof path, random_bool() ? "a/" : "ab./");
    if (random_below(8) == 0) strcpy(path, corners[random_below(sizeof corners / sizeof *corners)]);
    check(basename(path) == model_basename(path), "%s", path);
    compare(path, __xpg_basename, model___xpg_basename, "basename");
    compare(path, dirname, model_dirname, "dirname");
  }
  check(strcmp(model_dirname(NULL), dirname(NULL)) == 0, "dirname(NULL)");
  check(strcmp(model___xpg_basename(NULL), __xpg_basename(NULL)) == 0, "basename(NULL)");
  return test_end();
}
