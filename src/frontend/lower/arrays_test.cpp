#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(VariableLengthArrays, AreAllocatedWhereTheyAreDeclared) {
  EXPECT_EQ(show_f("int f(int n) { int a[n]; n = 3; a[1] = 2; return a[n] + sizeof a; }"),
            "0>1 tmp = (ulong)n\n"
            "1>2 declare int* a\n"
            "2>3 tmp__1 = (tmp * 4:ulong)\n"
            "3>4 tmp__2 = __builtin_alloca(tmp__1)\n"
            "4>5 a = (int*)tmp__2\n"
            "5>6 n = 3\n"
            "6>7 *(a + 1) = 2\n"
            "7>E return (int)((ulong)*(a + n) + (tmp * 4:ulong))\n");
}

TEST(VariableLengthArrays, ParametersAreScaledByTheirInnerLengths) {
  EXPECT_EQ(
      show_f("int f(int n, int a[n][n + 1], int i) { return a[i][2] + (&a[1])[0][3]; }"),
      "0>1 tmp = (ulong)(n + 1)\n"
      "1>E return (*((a + ((long)i * (long)tmp)) + 2) + *(((a + (1:long * (long)tmp)) + (0:long * (long)tmp)) + 3))\n");
}

TEST(VariableLengthArrays, PointersToThem) {
  EXPECT_EQ(show_f("long f(int n, int (*p)[n], int (*q)[n]) { p++; (*p)[1] = 5; return p - q; }"),
            "0>1 tmp = (ulong)n\n"
            "1>2 tmp__1 = (ulong)n\n"
            "2>3 p = (p + (1:long * (long)tmp))\n"
            "3>4 *(p + 1) = 5\n"
            "4>E return ((p - q) / (long)tmp)\n");
}

TEST(VariableLengthArrays, TheLastDimensionMayBeConstant) {
  EXPECT_EQ(show_f("void f(int n) { char c[n][3]; c[1][2] = 4; }"), "0>1 tmp = (ulong)n\n"
                                                                    "1>2 declare char[3]* c\n"
                                                                    "2>3 tmp__1 = (tmp * 3:ulong)\n"
                                                                    "3>4 tmp__2 = __builtin_alloca(tmp__1)\n"
                                                                    "4>5 c = (char[3]*)tmp__2\n"
                                                                    "5>6 *(c + 1)[2] = 4:char\n"
                                                                    "6>E return\n");
}

TEST(VariableLengthArrays, TypedefsKeepTheLengthTheyHadThen) {
  EXPECT_EQ(show_f("unsigned long f(int n) { typedef int t[n]; n = 9; return sizeof(t) + sizeof(char[n++]); }"),
            "0>1 tmp = (ulong)n\n"
            "1>2 n = 9\n"
            "2>3 tmp__1 = n\n"
            "3>4 n = (n + 1)\n"
            "4>5 tmp__2 = (ulong)tmp__1\n"
            "5>E return ((tmp * 4:ulong) + (tmp__2 * 1:ulong))\n");
}

TEST(VariableLengthArrays, AreMemoryToTheOrderOfEvaluation) {
  const std::string text = show_f("int f(int n, int i) { int a[n]; return a[i] + (a[0] = 1); }");
  EXPECT_EQ(text.substr(text.find("5>6")), "5>6 tmp__3 = *(a + i)\n"
                                           "6>7 *(a + 0) = 1\n"
                                           "7>E return (tmp__3 + *(a + 0))\n");
}

} // namespace
} // namespace tandem::frontend::lower
