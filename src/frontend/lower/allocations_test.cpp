#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

std::string show_failing(const std::string& text) {
  return show(lower_texts({text}, DataModel::LP64, "f", Allocations::MayFail).entry());
}

TEST(Allocations, TheEnvironmentChoosesWhetherTheyFail) {
  EXPECT_EQ(show_failing("void *malloc(unsigned long); void *f(void) { void *p; p = malloc(4); return p; }"),
            "0>1 declare void* p\n"
            "1>2 tmp = ?tandem_environment_allocation\n"
            "2>3 [tmp]\n"
            "2>4 [!tmp]\n"
            "3>5 p = null\n"
            "4>5 p = malloc(4:ulong)\n"
            "5>E return p\n");
}

TEST(Allocations, ThoseThatKnowErrnoFindTheReasonThere) {
  EXPECT_EQ(show_failing("int *__errno_location(void); int asprintf(char **, const char *, ...);\n"
                         "int f(char **p) { return asprintf(p, \"a\"); }"),
            "0>1 tmp__1 = ?tandem_environment_allocation\n"
            "1>2 [tmp__1]\n"
            "1>5 [!tmp__1]\n"
            "2>3 tmp__2 = __errno_location()\n"
            "3>4 *tmp__2 = 12\n"
            "4>6 tmp = -1\n"
            "5>6 tmp = asprintf(p, &str__1[0:long])\n"
            "6>E return tmp\n");
}

TEST(Allocations, FunctionsOfTheProgramDoNotFail) {
  EXPECT_EQ(show_failing("char *strdup(const char *s) { return 0; } char *f(void) { return strdup(0); }"),
            "0>1 tmp = strdup(null)\n"
            "1>E return tmp\n");
  EXPECT_EQ(show_failing("void *malloc(unsigned long n) { return 0; } char *strdup(const char *s);\n"
                         "char *f(void) { return strdup(0); }"),
            "0>1 tmp = strdup(null)\n"
            "1>E return tmp\n");
}

TEST(Allocations, WhatIsDeclaredDifferentlyIsNotTheLibrarys) {
  EXPECT_EQ(show_failing("int malloc(double, int); int f(void) { return malloc(1, 2); }"),
            "0>1 tmp = malloc(1:double, 2)\n"
            "1>E return tmp\n");
}

} // namespace
} // namespace tandem::frontend::lower
