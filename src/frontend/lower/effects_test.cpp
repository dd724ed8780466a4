#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Order, OrdinaryCodeNeedsNoTemporaries) {
  EXPECT_EQ(show_f("int g; int f(int a, int *p) { g = a + *p * g; *p = g; p[a] = a; return g - a; }"),
            "0>1 g = (a + (*p * g))\n"
            "1>2 *p = g\n"
            "2>3 *(p + a) = a\n"
            "3>E return (g - a)\n");
}

TEST(Order, ACallCannotChangeALocalButAGlobal) {
  EXPECT_EQ(show_f("int g; int h(void); int f(int a) { return a + h(); }"), "0>1 tmp = h()\n"
                                                                            "1>E return (a + tmp)\n");
  EXPECT_EQ(show_f("int g; int h(void); int f(int a) { return g + h(); }"), "0>1 tmp = g\n"
                                                                            "1>2 tmp__1 = h()\n"
                                                                            "2>E return (tmp + tmp__1)\n");
  EXPECT_EQ(show_f("int g; int h(void); int f(int a) { return h() + g; }"), "0>1 tmp = h()\n"
                                                                            "1>E return (tmp + g)\n");
}

TEST(Order, ALocalWhoseAddressIsTakenMayChange) {
  EXPECT_EQ(show_f("int h(int *); int f(int a) { return a + h(&a); }"), "0>1 tmp = a\n"
                                                                        "1>2 tmp__1 = h(&a)\n"
                                                                        "2>E return (tmp + tmp__1)\n");
  EXPECT_EQ(show_f("int h(int *); int f(int i) { int a[2]; return a[i] + h(a); }"), "0>1 declare int[2] a\n"
                                                                                    "1>2 tmp = a[i]\n"
                                                                                    "2>3 tmp__1 = h(&a[0:long])\n"
                                                                                    "3>E return (tmp + tmp__1)\n");
}

TEST(Order, AnInputChangesNothing) {
  EXPECT_EQ(show_f("int g; int __VERIFIER_nondet_int(void); int f(void) { return g + __VERIFIER_nondet_int(); }"),
            "0>1 tmp = ?__VERIFIER_nondet_int\n"
            "1>E return (g + tmp)\n");
}

TEST(Order, AnAssignmentChangesItsVariableOnly) {
  EXPECT_EQ(show_f("int f(int i, int j) { return i + (i = 3) + j; }"), "0>1 tmp = i\n"
                                                                       "1>2 i = 3\n"
                                                                       "2>E return ((tmp + i) + j)\n");
  EXPECT_EQ(show_f("int f(int i, int j) { return j + (i = 3); }"), "0>1 i = 3\n"
                                                                   "1>E return (j + i)\n");
  EXPECT_EQ(show_f("int f(int *p, int i) { int *q = &i; return *q + (i = 3); }"), "0>1 declare int* q\n"
                                                                                  "1>2 q = &i\n"
                                                                                  "2>3 tmp = *q\n"
                                                                                  "3>4 i = 3\n"
                                                                                  "4>E return (tmp + i)\n");
}

TEST(Order, AWriteThroughAPointerChangesMemory) {
  EXPECT_EQ(show_f("int f(int *p, int *q) { return *p + (*q = 3); }"), "0>1 tmp = *p\n"
                                                                       "1>2 *q = 3\n"
                                                                       "2>E return (tmp + *q)\n");
}

TEST(Order, AnLvalueIsEvaluatedBeforeTheRightOperand) {
  EXPECT_EQ(show_f("void f(int *a, int i) { a[i] = i++; }"), "0>1 tmp = (a + i)\n"
                                                             "1>2 tmp__1 = i\n"
                                                             "2>3 i = (i + 1)\n"
                                                             "3>4 *tmp = tmp__1\n"
                                                             "4>E return\n");
  EXPECT_EQ(show_f("int a[9], g; int h(void); void f(void) { a[g] = h(); }"), "0>1 tmp = g\n"
                                                                              "1>2 a[tmp] = h()\n"
                                                                              "2>E return\n");
  EXPECT_EQ(show_f("int a[9]; int h(void); void f(int i) { a[i] = h(); }"), "0>1 a[i] = h()\n"
                                                                            "1>E return\n");
}

TEST(Order, BothSidesOfACompoundAssignment) {
  // As in gcc and clang: the right operand first, then the lvalue is read.
  EXPECT_EQ(show_f("int g; int h(void); void f(void) { g += h(); }"), "0>1 tmp = h()\n"
                                                                      "1>2 g = (g + tmp)\n"
                                                                      "2>E return\n");
}

TEST(Order, ArgumentsFromLeftToRight) {
  EXPECT_EQ(show_f("int g; int h(void); int k(int, int, int); int f(int i) { return k(i, i++, g + h()); }"),
            "0>1 tmp = i\n"
            "1>2 tmp__1 = i\n"
            "2>3 i = (i + 1)\n"
            "3>4 tmp__2 = g\n"
            "4>5 tmp__3 = h()\n"
            "5>6 tmp__4 = k(tmp, tmp__1, (tmp__2 + tmp__3))\n"
            "6>E return tmp__4\n");
}

TEST(Order, AnOperandOfSizeofHasNoEffect) {
  EXPECT_EQ(show_f("int h(void); int f(int i) { return i + sizeof(i++) + sizeof h(); }"),
            "0>E return (int)(((ulong)i + 4:ulong) + 4:ulong)\n");
}

TEST(Order, CommaDropsItsLeftValue) {
  EXPECT_EQ(show_f("int h(void); int f(int i) { return i++, h(), i * 2; }"), "0>1 i = (i + 1)\n"
                                                                             "1>2 h()\n"
                                                                             "2>E return (i * 2)\n");
}

} // namespace
} // namespace tandem::frontend::lower
