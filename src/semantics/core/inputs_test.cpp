#include "semantics/core/inputs.h"

#include "base/core/input_error.h"
#include "semantics/core/float_bits.h"

#include <gtest/gtest.h>

#include <fstream>

namespace tandem::semantics {
namespace {

class InputsTest : public testing::Test {
protected:
  std::optional<UInt128> read(std::string_view text, IntegerKind kind) { return read_value(text, types.integer(kind)); }
  long double read(std::string_view text, FloatKind kind) {
    return float_from_bits(kind, read_value(text, types.floating(kind)).value());
  }
  TypeTable types{DataModel::LP64};
};

TEST_F(InputsTest, IntegersInEverySpelling) {
  EXPECT_EQ(read("7", IntegerKind::Int), UInt128{7});
  EXPECT_EQ(read(" -3 ", IntegerKind::Int), UInt128{0xfffffffd});
  EXPECT_EQ(read("0x1F", IntegerKind::Int), UInt128{31}) << "F is a digit here, not a suffix";
  EXPECT_EQ(read("-0x10", IntegerKind::Char), UInt128{0xf0});
  EXPECT_EQ(read("017", IntegerKind::Int), UInt128{15});
  EXPECT_EQ(read("18446744073709551615ULL", IntegerKind::ULongLong), UInt128{~std::uint64_t{0}});
  EXPECT_EQ(read("300", IntegerKind::UChar), UInt128{44}) << "truncated as in C";
  EXPECT_EQ(read("340282366920938463463374607431768211455", IntegerKind::UInt128), ~UInt128{0});
  EXPECT_EQ(read("2", IntegerKind::Bool), UInt128{1});
  EXPECT_EQ(read("'a'", IntegerKind::Char), UInt128{97});
  EXPECT_EQ(read("'\\n'", IntegerKind::Int), UInt128{10});
  EXPECT_EQ(read("'\\xff'", IntegerKind::Int), UInt128{0xffffffff}) << "char is signed";
  EXPECT_EQ(read("1.9", IntegerKind::Int), UInt128{1});
  for (const char* bad : {"", "seven", "1x", "--1", "'ab'", "0x", "1lllll"}) EXPECT_FALSE(is_value(bad)) << bad;
}

TEST_F(InputsTest, DecimalFloatsAreConvertedWithOneRounding) {
  EXPECT_EQ(read("1.5f", FloatKind::Float), 1.5L);
  EXPECT_EQ(read("0.1", FloatKind::Double), static_cast<long double>(0.1));
  EXPECT_EQ(read("0.1", FloatKind::Float), static_cast<long double>(0.1f));
  EXPECT_EQ(read("3", FloatKind::LongDouble), 3.0L);
  // Between two doubles, just above the middle: rounding to long double first would go to the even neighbour.
  EXPECT_EQ(read("1.00000000000000011102230246251565405", FloatKind::Double), 1.0L + 0x1p-52L);
}

TEST_F(InputsTest, WrittenValuesReadBackTheSame) {
  std::uint64_t state = 42;
  for (int i = 0; i < 500; ++i)
    for (const Type* type :
         {&types.int_type(), &types.integer(IntegerKind::UInt128), &types.integer(IntegerKind::Bool),
          &types.integer(IntegerKind::SChar), &types.integer(IntegerKind::Int128), &types.floating(FloatKind::Float),
          &types.floating(FloatKind::Double), &types.floating(FloatKind::LongDouble)}) {
      const UInt128 bits = random_bits(*type, state);
      const std::string text = write_value(bits, *type);
      ASSERT_EQ(read_value(text, *type), bits) << text;
    }
  EXPECT_EQ(
      write_value(read_value("-inf", types.floating(FloatKind::Double)).value(), types.floating(FloatKind::Double)),
      "-inf");
}

TEST_F(InputsTest, RandomValuesDependOnTheSeedAlone) {
  std::uint64_t first = 1, second = 1, third = 2;
  bool differs = false;
  for (int i = 0; i < 50; ++i) {
    const UInt128 a = random_bits(types.int_type(), first), b = random_bits(types.int_type(), second);
    EXPECT_EQ(a, b);
    EXPECT_EQ(a >> 32, UInt128{0});
    differs |= a != random_bits(types.int_type(), third);
  }
  EXPECT_TRUE(differs);
}

TEST_F(InputsTest, WhatHappensAtTheEndOfTheListIsAChoice) {
  const InputRequest request{.type = types.int_type()};
  TextInputs stop({"5"}, Exhaustion::Stop), zero({"5"}, Exhaustion::Zero), random({}, Exhaustion::Random, 3);
  EXPECT_EQ(stop.next(request), UInt128{5});
  EXPECT_EQ(stop.next(request), std::nullopt);
  zero.next(request);
  EXPECT_EQ(zero.next(request), UInt128{0});
  EXPECT_TRUE(random.next(request).has_value());
  EXPECT_THROW(TextInputs({"x"}, Exhaustion::Stop), InputError);
}

TEST_F(InputsTest, ListsAreSplitAtCommas) {
  EXPECT_EQ(split_inputs("1, -2,',',0x3"), (std::vector<std::string>{"1", "-2", "','", "0x3"}));
  EXPECT_TRUE(split_inputs("").empty());
  EXPECT_EQ(split_inputs("1,").size(), 2u) << "an empty value is not silently dropped";
}

TEST_F(InputsTest, TestCasesAreReadInOrder) {
  const std::string path = testing::TempDir() + "inputs_test_case.xml";
  const auto write = [&path](const std::string& text) { std::ofstream(path) << text; };
  write(R"(<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://nowhere.example/testcase.dtd">
<testcase coversError="true"><input type="int">7</input> <input>'a'</input><input variable="x"> 0x1F </input></testcase>)");
  EXPECT_EQ(read_test_case(path), (std::vector<std::string>{"7", "'a'", "0x1F"}));
  write("<testcase/>");
  EXPECT_TRUE(read_test_case(path).empty());
  write("<suite/>");
  EXPECT_THROW(read_test_case(path), InputError);
  write("<testcase><input>no</input></testcase>");
  EXPECT_THROW(read_test_case(path), InputError);
  write("<testcase><input>");
  EXPECT_THROW(read_test_case(path), InputError);
  EXPECT_THROW(read_test_case(path + ".missing"), InputError);
}

} // namespace
} // namespace tandem::semantics
