#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Switch, FallThroughRangesDefaultInTheMiddleAndADeclaration) {
  EXPECT_EQ(show_f("int f(int k) { switch (k) { int q; case 1: q = 2; case 2 ... 4: return q; default: k = 7; break; "
                   "case -1: ; } return k; }"),
            "0>1 [(k == 1)]\n"
            "0>2 [!(k == 1)]\n"
            "1>3 q = 2\n"
            "2>3 [((k >= 2) && (k <= 4))]\n"
            "2>4 [!((k >= 2) && (k <= 4))]\n"
            "3>E return q\n"
            "4>6 [(k == -1)]\n"
            "4>5 [!(k == -1)]\n"
            "5>6 k = 7\n"
            "6>E return k\n");
}

TEST(Switch, WithoutDefaultNothingHappens) {
  EXPECT_EQ(show_f("void f(int k) { switch (k) { case 1: k = 2; } }"), "0>1 [(k == 1)]\n"
                                                                       "0>2 [!(k == 1)]\n"
                                                                       "1>2 k = 2\n"
                                                                       "2>E return\n");
}

TEST(Switch, DuffsDevice) {
  EXPECT_EQ(
      show_f("int f(int n) { int r = 0; switch (n % 4) { case 0: do { r = 0; case 3: r = 3; case 2: r = 2; case 1: "
             "r = 1; } while ((n -= 4) > 0); } return r; }"),
      "0>1 declare int r\n"
      "1>2 r = 0\n"
      "2>3 tmp = (n % 4)\n"
      "3>10 [(tmp == 0)]\n"
      "3>4 [!(tmp == 0)]\n"
      "4>11 [(tmp == 3)]\n"
      "4>5 [!(tmp == 3)]\n"
      "5>12 [(tmp == 2)]\n"
      "5>6 [!(tmp == 2)]\n"
      "6>7 [(tmp == 1)]\n"
      "6>13 [!(tmp == 1)]\n"
      "7>8 r = 1\n"
      "8>9 n = (n - 4)\n"
      "9>10 [(n > 0)]\n"
      "9>13 [!(n > 0)]\n"
      "10>11 r = 0\n"
      "11>12 r = 3\n"
      "12>7 r = 2\n"
      "13>E return r\n");
}

TEST(Switch, LabelsHaveThePromotedType) {
  EXPECT_EQ(show_f("void f(unsigned char c) { switch (c) { case 'a': c = 1; } }"), "0>1 [((int)c == 97)]\n"
                                                                                   "0>2 [!((int)c == 97)]\n"
                                                                                   "1>2 c = 1:uchar\n"
                                                                                   "2>E return\n");
  EXPECT_EQ(show_f("void f(unsigned long c) { switch (c) { case -1: c = 1; } }").substr(0, 40),
            "0>1 [(c == 18446744073709551615:ulong)]\n");
}

TEST(Switch, AConstantChoosesAtOnce) {
  EXPECT_EQ(show_f("int f(void) { switch (3) { case 1: return 1; case 2 ... 5: return 2; default: return 3; } }"),
            "0>E return 2\n");
  EXPECT_EQ(show_f("int f(void) { switch (9) { case 1: return 1; default: return 3; } }"), "0>E return 3\n");
}

TEST(Switch, ContinueInsideBelongsToTheLoopAround) {
  EXPECT_EQ(show_f("void f(int n) { while (n) { switch (n) { case 1: continue; case 2: break; } n = 5; } }"),
            "0>1 [n]\n"
            "0>4 [!n]\n"
            "1>0 [(n == 1)]\n"
            "1>2 [!(n == 1)]\n"
            "2>3 [(n == 2)]\n"
            "2>3 [!(n == 2)]\n"
            "3>0 n = 5\n"
            "4>E return\n");
}

TEST(Switch, AnEmptyRangeNeverMatches) {
  EXPECT_EQ(show_f("int f(int n) { switch (n) { case 5 ... 1: return 1; } return 2; }"), "0>E return 2\n");
}

} // namespace
} // namespace tandem::frontend::lower
