#include "program/cexpr/c_constants.h"

#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_types.h"
#include "program/model/compile_for_test.h"
#include "program/model/context.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tandem::cexpr {
namespace {

class CConstantsTest : public testing::TestWithParam<DataModel> {
protected:
  const Type& integer(IntegerKind kind) { return context.types().integer(kind); }
  const Type& floating(FloatKind kind) { return context.types().floating(kind); }
  std::string text(const Expr& expr) { return c_text(expr); }

  Context context{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(DataModels, CConstantsTest, testing::Values(DataModel::ILP32, DataModel::LP64),
                         [](const auto& each) { return std::string(name(each.param)); });

TEST_P(CConstantsTest, IntegersHaveTheirType) {
  EXPECT_EQ(text(context.integer(integer(IntegerKind::Int), -1)), "-1");
  EXPECT_EQ(text(context.integer(integer(IntegerKind::Int), std::numeric_limits<int>::min())), "(-2147483647 - 1)");
  EXPECT_EQ(text(context.integer(integer(IntegerKind::UInt), -1)), "4294967295u");
  EXPECT_EQ(text(context.integer(integer(IntegerKind::ULongLong), -1)), "18446744073709551615ull");
  EXPECT_EQ(text(context.integer(integer(IntegerKind::Char), -1)), "(char)-1");
  EXPECT_EQ(text(context.integer(integer(IntegerKind::Bool), 1)), "(_Bool)1");
  const Type& pointer = context.types().pointer_to(integer(IntegerKind::Char));
  EXPECT_EQ(text(context.integer(pointer, 0)), "(char *)0");
  EXPECT_EQ(text(context.integer(pointer, 123)), "(char *)123ul");
}

// Checked by compilers: each constant, as the size and value of something that has to be constant.
TEST_P(CConstantsTest, CompilersSeeTheSameTypeAndValue) {
  std::string program;
  for (int kind = 0; kind <= static_cast<int>(IntegerKind::UInt128); ++kind) {
    const Type& type = integer(static_cast<IntegerKind>(kind));
    if (type.size() == 16 && GetParam() == DataModel::ILP32) continue;
    const UInt128 top = UInt128{1} << (type.width() - 1);
    for (UInt128 bits : {UInt128{0}, UInt128{1}, top - 1, top, top + 1, top * 2 - 1, ~UInt128{0}, ~top + 7}) {
      const Expr& constant = context.integer(type, bits);
      const std::string written = text(constant), type_name = c_type(type);
      program += "_Static_assert(_Generic((" + written + "), " + type_name + ": 1, default: 0), \"type\");\n";
      // The value byte by byte, without the code under test.
      for (std::uint64_t byte = 0; byte < type.size(); ++byte)
        program += "_Static_assert((((" + written + ") >> " + std::to_string(byte * 8) +
                   ") & 255) == " + std::to_string(static_cast<unsigned>(constant.value() >> (byte * 8) & 255)) +
                   ", \"value\");\n";
    }
  }
  EXPECT_EQ(compile_errors(program, GetParam()), "");
}

TEST_P(CConstantsTest, FloatsAreShortAndExact) {
  const Type &single = floating(FloatKind::Float), &twice = floating(FloatKind::Double);
  EXPECT_EQ(text(context.floating(twice, 0.1)), "0.1");
  EXPECT_EQ(text(context.floating(twice, 1)), "1.0");
  EXPECT_EQ(text(context.floating(twice, 10)), "10.0");
  EXPECT_EQ(text(context.floating(twice, -0.0)), "-0.0");
  EXPECT_EQ(text(context.floating(twice, 1e300)), "1e+300");
  EXPECT_EQ(text(context.floating(single, 0.1f)), "0.1f");
  EXPECT_EQ(text(context.floating(twice, 0.1f)), "0.10000000149011612");
  EXPECT_EQ(text(context.floating(single, std::numeric_limits<float>::denorm_min())), "1e-45f");
  EXPECT_EQ(text(context.floating(single, INFINITY)), "__builtin_inff()");
  EXPECT_EQ(text(context.floating(twice, -INFINITY)), "-__builtin_inf()");
  EXPECT_EQ(text(context.floating(twice, NAN)), "__builtin_nan(\"\")");
}

TEST_P(CConstantsTest, LongDoublesReadBack) {
  for (long double value : {0.1L, 1.0L / 3, std::numeric_limits<long double>::max(), 18446744073709551615.0L,
                            std::numeric_limits<long double>::denorm_min()}) {
    const std::string written = text(context.floating(floating(FloatKind::LongDouble), value));
    EXPECT_EQ(std::strtold(written.c_str(), nullptr), value) << written;
    EXPECT_TRUE(written.ends_with("l"));
  }
}

TEST_P(CConstantsTest, StringsSurviveDigitsAndTrigraphs) {
  EXPECT_EQ(c_string_literal("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
  EXPECT_EQ(c_string_literal(std::string("\0"
                                         "1",
                                         2)),
            "\"\\0001\"");
  EXPECT_EQ(c_string_literal("\xff"
                             "f"),
            "\"\\377f\"");
  EXPECT_EQ(c_string_literal("?"
                             "?="),
            "\"?\\?=\"");
}

} // namespace
} // namespace tandem::cexpr
