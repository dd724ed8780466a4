#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Assignments, ComputeInTheTypeThatCSays) {
  EXPECT_EQ(
      show_f("void f(unsigned char c, float x, short s, unsigned u, long l) { c += 300; c <<= 2; x *= 2.5; s /= l; u "
             "-= 'a'; c ^= u; }"),
      "0>1 c = (uchar)((int)c + 300)\n"
      "1>2 c = (uchar)((int)c << 2)\n"
      "2>3 x = (float)((double)x * 2.5:double)\n"
      "3>4 s = (short)((long)s / l)\n"
      "4>5 u = (u - 97:uint)\n"
      "5>6 c = (uchar)((uint)c ^ u)\n"
      "6>E return\n");
}

TEST(Assignments, IncrementsOfEveryKindOfScalar) {
  EXPECT_EQ(
      show_f("void f(char c, _Bool b, float x, int *p, void *v, long long l) { c++; --b; b++; x--; p++; --v; ++l; }"),
      "0>1 c = (char)((int)c + 1)\n"
      "1>2 b = (bool)((int)b - 1)\n"
      "2>3 b = (bool)((int)b + 1)\n"
      "3>4 x = (x + -1:float)\n"
      "4>5 p = (p + 1)\n"
      "5>6 v = (void*)((char*)v + -1)\n"
      "6>7 l = (l + 1:llong)\n"
      "7>E return\n");
}

TEST(Assignments, PostfixYieldsTheOldValuePrefixTheNew) {
  EXPECT_EQ(show_f("int f(int i) { return i++ * 2; }"), "0>1 tmp = i\n"
                                                        "1>2 i = (i + 1)\n"
                                                        "2>E return (tmp * 2)\n");
  EXPECT_EQ(show_f("int f(int i) { return --i * 2; }"), "0>1 i = (i - 1)\n"
                                                        "1>E return (i * 2)\n");
}

TEST(Assignments, TheValueIsReadBackFromTheLvalue) {
  EXPECT_EQ(show_f("int f(char c, int i) { i = c = 300; return (c = i) == 300; }"), "0>1 c = 44:char\n"
                                                                                    "1>2 i = (int)c\n"
                                                                                    "2>3 c = (char)i\n"
                                                                                    "3>E return ((int)c == 300)\n");
}

TEST(Assignments, BitFieldsAreReadBack) {
  EXPECT_EQ(
      show_f(
          "struct s { unsigned a : 3; int b : 5; }; int f(struct s *p) { p->a++; return (p->b = 17) + (p->a += 2); }"),
      "0>1 *p.a = (uint)((int)*p.a + 1)\n"
      "1>2 *p.b = 17\n"
      "2>3 tmp = *p.b\n"
      "3>4 *p.a = (uint)((int)*p.a + 2)\n"
      "4>E return (tmp + (int)*p.a)\n");
}

TEST(Assignments, APointerInMemoryIsReadOnceIfTheValueIsUsed) {
  EXPECT_EQ(show_f("int *g; int f(int x) { return *g = x; }"), "0>1 tmp = g\n"
                                                               "1>2 *tmp = x\n"
                                                               "2>E return *tmp\n");
  EXPECT_EQ(show_f("int *g; void f(int x) { *g = x; }"), "0>1 *g = x\n"
                                                         "1>E return\n");
}

TEST(Assignments, CopyingAString) {
  EXPECT_EQ(show_f("void f(char *d, const char *s) { while (*d++ = *s++) ; }"), "0>1 tmp = d\n"
                                                                                "1>2 d = (d + 1)\n"
                                                                                "2>3 tmp__1 = s\n"
                                                                                "3>4 s = (s + 1)\n"
                                                                                "4>5 *tmp = *tmp__1\n"
                                                                                "5>0 [*tmp]\n"
                                                                                "5>6 [!*tmp]\n"
                                                                                "6>E return\n");
}

TEST(Assignments, RecordsAreCopiedAtOnce) {
  EXPECT_EQ(show_f("struct s { int a[9]; } g; void f(struct s *p, struct s v) { *p = g = v; }"), "0>1 g = v\n"
                                                                                                 "1>2 *p = g\n"
                                                                                                 "2>E return\n");
}

} // namespace
} // namespace tandem::frontend::lower
