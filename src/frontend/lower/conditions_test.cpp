#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Conditions, LogicalOperatorsBecomeBranches) {
  EXPECT_EQ(show_f("int f(int a, int b, int c) { if (a && (!b || c)) return 1; return 2; }"), "0>1 [a]\n"
                                                                                              "0>4 [!a]\n"
                                                                                              "1>2 [b]\n"
                                                                                              "1>3 [!b]\n"
                                                                                              "2>3 [c]\n"
                                                                                              "2>4 [!c]\n"
                                                                                              "3>E return 1\n"
                                                                                              "4>E return 2\n");
}

TEST(Conditions, TheRightSideIsCalledOnlyIfNeeded) {
  EXPECT_EQ(show_f("int g(void); int f(int a) { while (a || g()) a--; return 2; }"), "0>3 [a]\n"
                                                                                     "0>1 [!a]\n"
                                                                                     "1>2 tmp = g()\n"
                                                                                     "2>3 [tmp]\n"
                                                                                     "2>4 [!tmp]\n"
                                                                                     "3>0 a = (a - 1)\n"
                                                                                     "4>E return 2\n");
}

TEST(Conditions, AsValuesTheyStayExpressionsUnlessTheyHaveEffects) {
  EXPECT_EQ(show_f("int f(int *p, int a) { return (p && *p) + (a > 0 || !a) + (a ? *p : 2); }"),
            "0>E return (((p && *p) + ((a > 0) || !a)) + (a ? *p : 2))\n");
  EXPECT_EQ(show_f("int g(void); int f(int a) { return a && g(); }"), "0>1 [a]\n"
                                                                      "0>4 [!a]\n"
                                                                      "1>2 tmp__1 = g()\n"
                                                                      "2>3 [tmp__1]\n"
                                                                      "2>4 [!tmp__1]\n"
                                                                      "3>5 tmp = 1\n"
                                                                      "4>5 tmp = 0\n"
                                                                      "5>E return tmp\n");
  EXPECT_EQ(show_f("int g(void); int f(int a) { return g() || a; }"), "0>1 tmp = g()\n"
                                                                      "1>E return (tmp || a)\n");
}

TEST(Conditions, ChoicesStoreWhereTheyAreNeeded) {
  EXPECT_EQ(show_f("int g(void); long f(int a) { int x = a ? g() : 2; return a ? x : 3L; }"),
            "0>1 declare int x\n"
            "1>2 [a]\n"
            "1>3 [!a]\n"
            "2>4 x = g()\n"
            "3>4 x = 2\n"
            "4>E return (a ? (long)x : 3:long)\n");
}

TEST(Conditions, TheGnuChoiceEvaluatesItsFirstOperandOnce) {
  EXPECT_EQ(show_f("int g(void); int f(int a) { return g() ?: a; }"), "0>1 tmp = g()\n"
                                                                      "1>E return (tmp ? tmp : a)\n");
  EXPECT_EQ(show_f("int g(void); long f(int a) { long x = a++ ?: g(); return x; }"), "0>1 declare long x\n"
                                                                                     "1>2 tmp = a\n"
                                                                                     "2>3 a = (a + 1)\n"
                                                                                     "3>4 [tmp]\n"
                                                                                     "3>5 [!tmp]\n"
                                                                                     "4>6 tmp__1 = tmp\n"
                                                                                     "5>6 tmp__1 = g()\n"
                                                                                     "6>7 x = (long)tmp__1\n"
                                                                                     "7>E return x\n");
}

TEST(Conditions, ChoicesOfRecordsAndOfEffects) {
  EXPECT_EQ(show_f("struct s { int x; } a, b; int f(int c) { return (c ? a : b).x; }"), "0>1 [c]\n"
                                                                                        "0>2 [!c]\n"
                                                                                        "1>3 tmp = a\n"
                                                                                        "2>3 tmp = b\n"
                                                                                        "3>E return tmp.x\n");
  EXPECT_EQ(show_f("void g(void); void h(void); void f(int a, int b) { a ? g() : h(); a && (b++, 1); a || b; }"),
            "0>1 [a]\n"
            "0>2 [!a]\n"
            "1>3 g()\n"
            "2>3 h()\n"
            "3>4 [a]\n"
            "3>5 [!a]\n"
            "4>5 b = (b + 1)\n"
            "5>E return\n");
}

TEST(Conditions, ConstantsMakeNoBranch) {
  EXPECT_EQ(show_f("int f(int a) { if (sizeof(int) == 4 && a) return 1; return 2; }"), "0>1 [a]\n"
                                                                                       "0>2 [!a]\n"
                                                                                       "1>E return 1\n"
                                                                                       "2>E return 2\n");
  EXPECT_EQ(show_f("int f(int a) { if (0.0 || !\"text\") return 1; do a++; while (0); return a ? 1 ? 5 : a : 2; }"),
            "0>1 a = (a + 1)\n"
            "1>E return (a ? 5 : 2)\n");
}

TEST(Conditions, WhatKeepsTheTruthIsLeftOut) {
  EXPECT_EQ(show_f("int f(int a, int b) { if (__builtin_expect(!!(a && b), 0)) return 1; return 2; }"),
            "0>1 [a]\n"
            "0>3 [!a]\n"
            "1>2 [b]\n"
            "1>3 [!b]\n"
            "2>E return 1\n"
            "3>E return 2\n");
  EXPECT_EQ(show_f("int f(int a) { if ((long)a) return 1; return 2; }").substr(0, 8), "0>1 [a]\n");
  EXPECT_EQ(show_f("int f(int a) { if ((char)a) return 1; return 2; }").substr(0, 14), "0>1 [(char)a]\n");
}

TEST(Conditions, AnAssertionIsABranchToItsFailure) {
  EXPECT_EQ(show_f("void __assert_fail(const char *, const char *, unsigned, const char *);\n"
                   "void f(int x) { ((x > 0) ? (void)0 : __assert_fail(\"x > 0\", \"a.c\", 2, __func__)); }"),
            "0>1 [(x > 0)]\n"
            "0>2 [!(x > 0)]\n"
            "1>E return\n"
            "2>3 __assert_fail(&str__1[0:long], &str__2[0:long], 2:uint, &str__3[0:long])\n");
}

} // namespace
} // namespace tandem::frontend::lower
