#include "clib_test.h"

#include <getopt.h>

MODEL(getopt);
MODEL(getopt_long);
MODEL(getopt_long_only);
MODEL(optarg);
MODEL(optind);
MODEL(opterr);
MODEL(optopt);

enum { MOST = 9 };

static int flag;

static const char* const words[] = {
    "-a",      "-b",        "-bx",  "-c",        "-cy",    "-abc",  "-",      "--",      "word",
    "other",   "-x",        "-aX",  "--alpha",   "--beta", "--be",  "--b=1",  "--beta=", "--alpha=2",
    "--gamma", "--gamma=g", "--al", "--nothing", "-W",     "alpha", "-Wbeta", "-alpha",  "-beta=3",
    "",        "-:",        "-;",   "--flag",    "-g",     "-a-",   "-gamma", "--gam",   "-be"};
static const char* const shorts[] = {"ab:c::", ":ab:c::", "+ab:c", "-ab:c::", "",
                                     "aW;b:",  "a-",      "-:abc", "+:b:g",   ":aW;"};
static const struct option longs[] = {{"alpha", no_argument, NULL, 1000},
                                      {"alphabet", no_argument, NULL, 1004},
                                      {"beta", required_argument, NULL, 1001},
                                      {"gamma", optional_argument, NULL, 1002},
                                      {"gammas", optional_argument, NULL, 1002},
                                      {"flag", no_argument, &flag, 1003},
                                      {NULL, 0, NULL, 0}};

static int call(bool model, int which, int count, char** arguments, const char* letters, int* place) {
  switch (which) {
  case 0: return (model ? model_getopt : getopt)(count, arguments, letters);
  case 1: return (model ? model_getopt_long : getopt_long)(count, arguments, letters, longs, place);
  default: return (model ? model_getopt_long_only : getopt_long_only)(count, arguments, letters, longs, place);
  }
}

static void show(int which, const char* letters, char** arguments, int count) {
  printf("  %d \"%s\":", which, letters);
  for (int i = 0; i < count; i++) printf(" %s", arguments[i]);
  printf("\n");
}

static void parse(void) {
  char *arguments[MOST + 2] = {"program"}, *real_arguments[MOST + 2], *given[MOST + 2];
  int count = (int)random_below(MOST + 1);
  for (int i = 1; i < count; i++) arguments[i] = (char*)words[random_below(sizeof words / sizeof *words)];
  arguments[count] = NULL;
  memcpy(real_arguments, arguments, sizeof arguments);
  memcpy(given, arguments, sizeof arguments);
  const char* letters = shorts[random_below(sizeof shorts / sizeof *shorts)];
  int which = (int)random_below(3);
  // As at the start of a program where that is told apart.
  optind = model_optind = 0;
  opterr = model_opterr = 0;
  for (int i = 0; i < 2 * MOST; i++) {
    int place = -5, real_place = -5;
    flag = 0;
    int real = call(false, which, count, real_arguments, letters, &real_place);
    int real_flag = flag;
    flag = 0;
    int got = call(true, which, count, arguments, letters, &place);
    bool good = got == real && optind == model_optind && optarg == model_optarg && place == real_place &&
                flag == real_flag && memcmp(arguments, real_arguments, sizeof *arguments * (size_t)(count + 1)) == 0 &&
                (real != '?' || optopt == model_optopt);
    check(good, "call %d: %d, not %d; optind %d, not %d; optarg %s, not %s; optopt %d, not %d", i, got, real,
          model_optind, optind, model_optarg ? model_optarg : "NULL", optarg ? optarg : "NULL", model_optopt, optopt);
    if (!good) show(which, letters, given, count);
    if (real == -1 || !good) return;
  }
}

int main(void) {
  test_begin();
  check(model_optind == 1 && model_opterr == 1 && model_optopt == optopt && !model_optarg, "at the start");
  for (int run = 0; run < 2 * CALLS; run++) parse();
  return test_end();
}
