#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

TEST(Initializers, ZeroFirstOnlyWhereTheListLeavesSomethingOut) {
  EXPECT_EQ(show_f("void f(int x) { int a[3] = { x }; int b[2] = { x, 0 }; int c[4] = { 0 }; int d = { x }; }"),
            "0>1 declare int[3] a\n"
            "1>2 a = {}\n"
            "2>3 a[0:long] = x\n"
            "3>4 declare int[2] b\n"
            "4>5 b[0:long] = x\n"
            "5>6 b[1:long] = 0\n"
            "6>7 declare int[4] c\n"
            "7>8 c = {}\n"
            "8>9 declare int d\n"
            "9>10 d = x\n"
            "10>E return\n");
}

TEST(Initializers, DesignatorsRangesAndNesting) {
  EXPECT_EQ(show_f("struct s { int x; struct { int y, z; } in[2]; }; int g(void);\n"
                   "void f(void) { struct s v = { .in[1].z = 1, .in[0] = { 2, 3 }, .x = 4 }; int a[4] = { [1 ... 2] = "
                   "g(), [0] = 7 }; }"),
            "0>1 declare s v\n"
            "1>2 v = {}\n"
            "2>3 v.x = 4\n"
            "3>4 v.in[0:long].y = 2\n"
            "4>5 v.in[0:long].z = 3\n"
            "5>6 v.in[1:long].z = 1\n"
            "6>7 declare int[4] a\n"
            "7>8 a = {}\n"
            "8>9 a[0:long] = 7\n"
            "9>10 a[1:long] = g()\n"
            "10>11 a[2:long] = a[1:long]\n"
            "11>E return\n");
}

TEST(Initializers, Strings) {
  EXPECT_EQ(show_f("void f(void) { char a[] = \"hi\", b[2] = \"hi\", c[5] = { \"hi\" }, d[2][3] = { \"a\" }; }"),
            "0>1 declare char[3] a\n"
            "1>2 a = \"hi\"\n"
            "2>3 declare char[2] b\n"
            "3>4 b = \"hi\"\n"
            "4>5 declare char[5] c\n"
            "5>6 c = \"hi\"\n"
            "6>7 declare char[3][2] d\n"
            "7>8 d = {}\n"
            "8>9 d[0:long] = \"a\"\n"
            "9>E return\n");
}

TEST(Initializers, UnionsAndUnnamedBitFields) {
  EXPECT_EQ(show_f("union u { char c; int i; }; struct b { int x : 3; int : 5; int y : 4; };\n"
                   "void f(void) { union u v = { 1 }; union u w = { .i = 2 }; struct b s = { 1, 2 }; }"),
            "0>1 declare u v\n"
            "1>2 v = {}\n"
            "2>3 v.c = 1:char\n"
            "3>4 declare u w\n"
            "4>5 w.i = 2\n"
            "5>6 declare b s\n"
            "6>7 s.x = 1\n"
            "7>8 s.y = 2\n"
            "8>E return\n");
}

TEST(Initializers, OverridingAPartOfAValue) {
  EXPECT_EQ(show_f("struct i { int a, b; }; struct s { struct i in; }; void f(struct i x) { struct s v = { .in = x, "
                   ".in.b = 5 }; }"),
            "0>1 declare s v\n"
            "1>2 v.in = x\n"
            "2>3 v.in.b = 5\n"
            "3>E return\n");
}

TEST(Initializers, RecordsFromRecordsAndCalls) {
  EXPECT_EQ(show_f("struct s { int a, b; }; struct s g(void); void f(struct s x) { struct s v = x, w = g(), u = "
                   "(struct s){ 1, 2 }; }"),
            "0>1 declare s v\n"
            "1>2 v = x\n"
            "2>3 declare s w\n"
            "3>4 w = g()\n"
            "4>5 declare s u\n"
            "5>6 declare s literal\n"
            "6>7 literal.a = 1\n"
            "7>8 literal.b = 2\n"
            "8>9 u = literal\n"
            "9>E return\n");
}

TEST(Initializers, StaticLocalsAreGlobalsSetOnce) {
  const Program program =
      lower_text("int count; int f(void) { static int count = 3; return ++count; } int g(void) { static int "
                 "count; return count; } int main(void) { return f() + g() + count; }");
  EXPECT_EQ(show(*program.find_function("f")), "0>1 count__1 = (count__1 + 1)\n"
                                               "1>E return count__1\n");
  EXPECT_EQ(show(*program.find_function("g")), "0>E return count__2\n");
  EXPECT_EQ(show_global(program, "count__1"), "int count__1 = {count__1 = 3}");
  EXPECT_EQ(show_global(program, "count__2"), "int count__2 = {}");
  EXPECT_EQ(show_global(program, "count"), "int count = {}");
}

TEST(Initializers, Globals) {
  const Program program = lower_text(
      "int f(int); int x = 3 * 4 - 1, a[] = { [3] = 1, [0 ... 1] = 7 }, *p[2] = { a + 1, &a[2] }; double d = 1, n = "
      "-0.0;\n"
      "int (*fp)(int) = f; struct s { int n; const char *t; struct s *next; } s = { 1, \"t\", &s }, *q = &(struct s){ "
      "2 };\n"
      "struct v { int n; char d[]; } v = { 3, \"xyz\" }; _Bool b = 5; unsigned long o = (unsigned long)&x + 2;\n"
      "int main(void) { return x + *p[0] + d + n + fp(1) + s.n + q->n + v.d[0] + b + o; } int f(int x) { return x; }");
  EXPECT_EQ(show_global(program, "x"), "int x = {x = 11}");
  EXPECT_EQ(show_global(program, "a"), "int[4] a = {a[0:long] = 7, a[1:long] = 7, a[3:long] = 1}");
  EXPECT_EQ(show_global(program, "p"), "int*[2] p = {p[0:long] = (&a[0:long] + 1), p[1:long] = &a[2]}");
  EXPECT_EQ(show_global(program, "d"), "double d = {d = 1:double}");
  EXPECT_EQ(show_global(program, "n"), "double n = {n = -0:double}");
  EXPECT_EQ(show_global(program, "fp"), "int(int)* fp = {fp = &f}");
  EXPECT_EQ(show_global(program, "s"), "s s = {s.n = 1, s.t = &str__1[0:long], s.next = &s}");
  EXPECT_EQ(show_global(program, "q"), "s* q = {q = &literal}");
  EXPECT_EQ(show_global(program, "literal"), "s literal = {literal.n = 2}");
  EXPECT_EQ(show_global(program, "v"), "v v = {v.n = 3, v.d = \"xyz\"}");
  EXPECT_EQ(show_global(program, "b"), "bool b = {b = 1:bool}");
  EXPECT_EQ(show_global(program, "o"), "ulong o = {o = ((ulong)&x + 2:ulong)}");
}

TEST(Initializers, HalvesAreTheirBits) {
  const Program program = lower_text("_Float16 a = -0.1f16, z, t[3] = {1, (_Float16)65519.9, [2] = 0x1p-24f16};\n"
                                     "__bf16 b = 1.00390625, c = 257; _Atomic _Float16 d = 2;\n"
                                     "int main(void) { return !&a + !&z + !t + !&b + !&c + !&d; }");
  EXPECT_EQ(show_global(program, "a"), "half a = {a.bits = 44646:ushort}");
  EXPECT_EQ(show_global(program, "z"), "half z = {}");
  EXPECT_EQ(show_global(program, "t"), "half[3] t = {t[0:long].bits = 15360:ushort, t[1:long].bits = 31743:ushort, "
                                       "t[2:long].bits = 1:ushort}");
  EXPECT_EQ(show_global(program, "b"), "bfloat b = {b.bits = 16256:ushort}");
  EXPECT_EQ(show_global(program, "c"), "bfloat c = {c.bits = 17280:ushort}");
  EXPECT_EQ(show_global(program, "d"), "half d = {d.bits = 16384:ushort}");
}

// As gcc has them.
TEST(Initializers, ConstantHalvesAreComputedInFloat) {
  const Program program = lower_text("_Float16 a = 1.0f16 / 3 - 0.25f16 * (_Float16)0.1f16, b = -(65504.0f16 + 1000);\n"
                                     "float c = 0.1f16, d = (_Float16)0.1f16; double e = 0.1f16 * 3;\n"
                                     "int main(void) { return !&a + !&b + !&c + !&d + !&e; }");
  EXPECT_EQ(show_global(program, "a"), "half a = {a.bits = 13551:ushort}");
  EXPECT_EQ(show_global(program, "b"), "half b = {b.bits = 64512:ushort}");
  EXPECT_EQ(show_global(program, "c"), "float c = {c = 0.1:float}");
  EXPECT_EQ(show_global(program, "d"), "float d = {d = 0.0999756:float}");
  EXPECT_EQ(show_global(program, "e"), "double e = {e = 0.3:double}");
}

TEST(Initializers, GlobalsStandInSourceOrderStringsLast) {
  const Program program = lower_text("int c; const char *b = \"s\"; int a; int main(void) { return a + *b + c; }");
  std::string names;
  for (const Variable* global : program.globals()) names += global->name + " ";
  EXPECT_EQ(names, "c b a str__1 ");
}

} // namespace
} // namespace tandem::frontend::lower
