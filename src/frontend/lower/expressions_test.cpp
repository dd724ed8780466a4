#include "frontend/lower/lower_for_test.h"

#include <gtest/gtest.h>

namespace tandem::frontend::lower {
namespace {

std::string value_of(const std::string& expression, const std::string& result = "double",
                     DataModel model = DataModel::LP64) {
  const std::string text = show_f(
      "#include <stddef.h>\nenum e { A, B = -5, C };\nstruct s { int x; char y[6]; };\n" + result +
          " f(int i, unsigned u, char c, _Bool b, float x, double d, int *p, long l) { return " + expression + "; }",
      model);
  return text.substr(std::string("0>E return ").size(), text.size() - std::string("0>E return \n").size());
}

TEST(Expressions, LiteralsHaveTheirType) {
  EXPECT_EQ(value_of("2147483648", "long"), "2147483648:long");
  EXPECT_EQ(value_of("2147483648", "long long", DataModel::ILP32), "2147483648:llong");
  EXPECT_EQ(value_of("0xffffffff", "unsigned"), "4294967295:uint");
  EXPECT_EQ(value_of("'\\377'", "int"), "-1");
  EXPECT_EQ(value_of("1.5f", "float"), "1.5:float");
  EXPECT_EQ(value_of("0x1p-2", "double"), "0.25:double");
  EXPECT_EQ(value_of("B", "int"), "-5");
  EXPECT_EQ(value_of("C", "int"), "-4");
}

TEST(Expressions, ConversionsOfConstantsHappenAtOnce) {
  EXPECT_EQ(value_of("1", "double"), "1:double");
  EXPECT_EQ(value_of("-1", "unsigned"), "4294967295:uint");
  EXPECT_EQ(value_of("256", "_Bool"), "1:bool");
  EXPECT_EQ(value_of("(char)300", "int"), "44");
  EXPECT_EQ(value_of("(int *)0", "int *"), "null");
  EXPECT_EQ(value_of("(int *)-1", "int *"), "ptr:18446744073709551615");
  // 2^24 + 1 is no float: the result depends on the rounding mode.
  EXPECT_EQ(value_of("16777217", "float"), "(float)16777217");
}

TEST(Expressions, UsualArithmeticConversions) {
  EXPECT_EQ(value_of("i < u", "int"), "((uint)i < u)");
  EXPECT_EQ(value_of("c + b", "int"), "((int)c + (int)b)");
  EXPECT_EQ(value_of("x * d", "double"), "((double)x * d)");
  EXPECT_EQ(value_of("i / x", "float"), "((float)i / x)");
  EXPECT_EQ(value_of("c << l", "int"), "((int)c << l)");
  EXPECT_EQ(value_of("u >> c", "unsigned"), "(u >> (int)c)");
  EXPECT_EQ(value_of("~c", "int"), "~(int)c");
  EXPECT_EQ(value_of("-u", "unsigned"), "-u");
  EXPECT_EQ(value_of("!x", "int"), "!x");
  EXPECT_EQ(value_of("+c", "int"), "(int)c");
}

TEST(Expressions, ConversionsToBoolAndBack) {
  EXPECT_EQ(value_of("d", "_Bool"), "(bool)d");
  EXPECT_EQ(value_of("p", "_Bool"), "(bool)p");
  EXPECT_EQ(value_of("(int)d", "char"), "(char)(int)d");
  EXPECT_EQ(value_of("(long)p", "long"), "(long)p");
  EXPECT_EQ(value_of("(int *)l", "int *"), "(int*)l");
}

TEST(Expressions, PointerArithmetic) {
  EXPECT_EQ(value_of("p + i", "int *"), "(p + i)");
  EXPECT_EQ(value_of("2 + p", "int *"), "(p + 2)");
  EXPECT_EQ(value_of("p - u", "int *"), "(p + -(long)u)");
  EXPECT_EQ(value_of("p - 1u", "int *"), "(p + -1:long)");
  EXPECT_EQ(value_of("p - (p + 1)", "long"), "(p - (p + 1))");
  EXPECT_EQ(value_of("(void *)p + 3", "void *"), "(void*)((char*)(void*)p + 3)");
  EXPECT_EQ(value_of("(void *)p - (void *)0", "long"), "((char*)(void*)p - null)");
  EXPECT_EQ(value_of("p == 0", "int"), "(p == null)");
  EXPECT_EQ(value_of("i[p]", "int"), "*(p + i)");
  EXPECT_EQ(value_of("&*p", "int *"), "p");
  EXPECT_EQ(value_of("&p[i]", "int *"), "(p + i)");
}

TEST(Expressions, SizesAlignmentsAndOffsets) {
  EXPECT_EQ(value_of("sizeof(struct s)", "unsigned long"), "12:ulong");
  EXPECT_EQ(value_of("sizeof(long)", "unsigned", DataModel::ILP32), "4:uint");
  EXPECT_EQ(value_of("sizeof \"abc\"", "unsigned long"), "4:ulong");
  EXPECT_EQ(value_of("_Alignof(double)", "unsigned long"), "8:ulong");
  EXPECT_EQ(value_of("offsetof(struct s, y[2])", "unsigned long"), "6:ulong");
  EXPECT_EQ(value_of("(unsigned long)&((struct s *)0)->y", "unsigned long"), "4:ulong");
  EXPECT_EQ(value_of("offsetof(struct s, y[i])", "unsigned long"), "(ulong)&*null.y[i]");
}

TEST(Expressions, ChoicesAtCompileTime) {
  EXPECT_EQ(value_of("_Generic(x, int: 1, float: 2, default: 3)", "int"), "2");
  EXPECT_EQ(value_of("__builtin_choose_expr(sizeof(int) == 4, i, p)", "int"), "i");
  EXPECT_EQ(value_of("__builtin_types_compatible_p(int, long)", "int"), "0");
  EXPECT_EQ(value_of("__extension__ (i + 1)", "int"), "(i + 1)");
}

TEST(Expressions, OneHundredTwentyEightBits) {
  EXPECT_EQ(show_f("unsigned __int128 f(__int128 a, unsigned __int128 b) { return a * b + ((__int128)1 << 100); }"),
            "0>E return (((uint128)a * b) + (uint128)(1:int128 << 100))\n");
}

TEST(Expressions, CastToUnion) {
  EXPECT_EQ(show_f("union u { int i; float x; }; float f(int i) { return ((union u)i).x; }"), "0>1 tmp.i = i\n"
                                                                                              "1>E return tmp.x\n");
}

} // namespace
} // namespace tandem::frontend::lower
