// Property-based tests: the interpreter's instructions, reached through the one semantics, compute what the host's
// compiler computes for the same C types, on corner cases and random values, with every mixture of constants and
// variables.

#include "semantics/interpreter/expression_runner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tandem::semantics {
namespace {

template <typename T> constexpr bool is_float = std::is_floating_point_v<T>;
template <typename T> constexpr bool is_signed_host = is_float<T> || static_cast<T>(-1) < static_cast<T>(0);

template <typename T> const Type& type_of(TypeTable& types) {
  if constexpr (std::is_same_v<T, float>)
    return types.floating(FloatKind::Float);
  else if constexpr (std::is_same_v<T, double>)
    return types.floating(FloatKind::Double);
  else if constexpr (std::is_same_v<T, long double>)
    return types.floating(FloatKind::LongDouble);
  else if constexpr (std::is_same_v<T, bool>)
    return types.integer(IntegerKind::Bool);
  else {
    constexpr bool sign = is_signed_host<T>;
    if constexpr (sizeof(T) == 1)
      return types.integer(sign ? IntegerKind::SChar : IntegerKind::UChar);
    else if constexpr (sizeof(T) == 2)
      return types.integer(sign ? IntegerKind::Short : IntegerKind::UShort);
    else if constexpr (sizeof(T) == 4)
      return types.integer(sign ? IntegerKind::Int : IntegerKind::UInt);
    else if constexpr (sizeof(T) == 8)
      return types.integer(sign ? IntegerKind::LongLong : IntegerKind::ULongLong);
    else
      return types.integer(sign ? IntegerKind::Int128 : IntegerKind::UInt128);
  }
}

template <typename T> UInt128 bits_of(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return value ? 1 : 0;
  else if constexpr (std::is_same_v<T, long double>)
    return long_double_bits(value);
  else {
    UInt128 bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
}

// Equal bits, or both not a number.
template <typename T> testing::AssertionResult same(std::optional<UInt128> got, T wanted, const std::string& what) {
  if (got && *got == bits_of(wanted)) return testing::AssertionSuccess();
  if constexpr (is_float<T>) {
    T value{};
    if constexpr (std::is_same_v<T, long double>)
      value = long_double_of(got.value_or(0));
    else
      std::memcpy(&value, &*got, sizeof value);
    if (got && std::isnan(value) && std::isnan(wanted)) return testing::AssertionSuccess();
  }
  const auto hex = [](UInt128 bits) {
    return fmt::format("{:#x}:{:016x}", static_cast<std::uint64_t>(bits >> 64), static_cast<std::uint64_t>(bits));
  };
  return testing::AssertionFailure() << what << ": got " << (got ? hex(*got) : "a fault") << ", not "
                                     << hex(bits_of(wanted));
}

template <typename T> std::vector<T> samples(std::mt19937_64& random) {
  std::vector<T> values;
  if constexpr (is_float<T>) {
    for (const long double v :
         {0.0L, -0.0L, 1.0L, -1.0L, 0.5L, 1.5L, 2.5L, -2.5L, 3.0L, 100.25L, 1e10L, -1e10L, 1e-10L, 0.1L})
      values.push_back(static_cast<T>(v));
    values.push_back(std::numeric_limits<T>::infinity());
    values.push_back(-std::numeric_limits<T>::infinity());
    values.push_back(std::numeric_limits<T>::quiet_NaN());
    values.push_back(std::numeric_limits<T>::denorm_min());
    values.push_back(std::numeric_limits<T>::max());
    values.push_back(std::numeric_limits<T>::min());
    for (int i = 0; i < 8; ++i)
      values.push_back(static_cast<T>(std::ldexp(static_cast<long double>(static_cast<std::int64_t>(random())),
                                                 static_cast<int>(random() % 100) - 80)));
  } else if constexpr (std::is_same_v<T, bool>) {
    values = {false, true};
  } else {
    constexpr int width = sizeof(T) * 8;
    for (int v : {0, 1, 2, 3, 5, 7, 10, 100, -1, -2, -7}) values.push_back(static_cast<T>(v));
    values.push_back(static_cast<T>(UInt128{1} << (width - 1)));
    values.push_back(static_cast<T>((UInt128{1} << (width - 1)) - 1));
    values.push_back(static_cast<T>(UInt128{1} << (width / 2)));
    for (int i = 0; i < 6; ++i) values.push_back(static_cast<T>((UInt128{random()} << 64) | random()));
  }
  return values;
}

// An unsigned type in which sums and products of T wrap without undefined behaviour.
template <typename T>
using Wrapping =
    std::conditional_t<sizeof(T) == 16, UInt128, std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>>;

template <typename T> class IntegerProperties : public testing::Test {};
using Integers = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                                std::int64_t, std::uint64_t, Int128, UInt128>;
TYPED_TEST_SUITE(IntegerProperties, Integers);

template <typename T> std::optional<T> host(BinaryOp op, T a, T b) {
  using W = Wrapping<T>;
  const auto x = static_cast<W>(a), y = static_cast<W>(b);
  const bool by_minus_one = is_signed_host<T> && b == static_cast<T>(-1);
  constexpr unsigned mask = sizeof(T) * 8 - 1;
  switch (op) {
  case BinaryOp::Add: return static_cast<T>(x + y);
  case BinaryOp::Sub: return static_cast<T>(x - y);
  case BinaryOp::Mul: return static_cast<T>(x * y);
  case BinaryOp::Div:
    return b == 0 ? std::nullopt : std::optional(by_minus_one ? static_cast<T>(W{0} - x) : static_cast<T>(a / b));
  case BinaryOp::Rem: return b == 0 ? std::nullopt : std::optional(by_minus_one ? T{0} : static_cast<T>(a % b));
  case BinaryOp::Shl: return static_cast<T>(x << (static_cast<unsigned>(y) & mask));
  case BinaryOp::Shr: return static_cast<T>(a >> (static_cast<unsigned>(y) & mask));
  case BinaryOp::BitAnd: return static_cast<T>(a & b);
  case BinaryOp::BitOr: return static_cast<T>(a | b);
  case BinaryOp::BitXor: return static_cast<T>(a ^ b);
  default: return std::nullopt;
  }
}

template <typename T> int host_relation(BinaryOp op, T a, T b) {
  switch (op) {
  case BinaryOp::Eq: return a == b;
  case BinaryOp::Ne: return a != b;
  case BinaryOp::Lt: return a < b;
  case BinaryOp::Le: return a <= b;
  case BinaryOp::Gt: return a > b;
  case BinaryOp::Ge: return a >= b;
  default: return -1;
  }
}

constexpr BinaryOp arithmetic[] = {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul,    BinaryOp::Div,   BinaryOp::Rem,
                                   BinaryOp::Shl, BinaryOp::Shr, BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor};
constexpr BinaryOp comparisons[] = {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge};

TYPED_TEST(IntegerProperties, ArithmeticAndComparisonsAgreeWithTheHost) {
  using T = TypeParam;
  interpreter::ExpressionRunner runner;
  Context& context = runner.context();
  const Type& type = type_of<T>(runner.types());
  std::mt19937_64 random(1);
  const std::vector<T> values = samples<T>(random);
  for (const T a : values)
    for (const T b : values) {
      runner.forget_variables();
      const Expr *va = &runner.variable(type, bits_of(a)), *vb = &runner.variable(type, bits_of(b));
      const Expr *ca = &context.integer(type, bits_of(a)), *cb = &context.integer(type, bits_of(b));
      for (const auto& [left, right] : {std::pair{va, vb}, {va, cb}, {ca, vb}, {ca, cb}}) {
        for (const BinaryOp op : arithmetic) {
          const std::optional<T> wanted = host<T>(op, a, b);
          const auto got = runner.run(context.binary(op, *left, *right));
          if (wanted)
            ASSERT_TRUE(same<T>(got, *wanted, std::string(spelling(op))));
          else
            ASSERT_FALSE(got.has_value()) << "division by zero is a fault";
        }
        for (const BinaryOp op : comparisons)
          ASSERT_TRUE(same<int>(runner.run(context.binary(op, *left, *right)), host_relation<T>(op, a, b),
                                std::string(spelling(op))));
      }
    }
}

TYPED_TEST(IntegerProperties, UnaryOperatorsAgreeWithTheHost) {
  using T = TypeParam;
  using W = Wrapping<T>;
  interpreter::ExpressionRunner runner;
  Context& context = runner.context();
  const Type& type = type_of<T>(runner.types());
  std::mt19937_64 random(2);
  for (const T a : samples<T>(random)) {
    runner.forget_variables();
    for (const Expr* operand : {&runner.variable(type, bits_of(a)), &context.integer(type, bits_of(a))}) {
      const auto run = [&](UnaryOp op) { return runner.run(context.unary(op, *operand)); };
      ASSERT_TRUE(same<T>(run(UnaryOp::Negate), static_cast<T>(W{0} - static_cast<W>(a)), "-"));
      ASSERT_TRUE(same<T>(run(UnaryOp::BitNot), static_cast<T>(~a), "~"));
      ASSERT_TRUE(same<int>(run(UnaryOp::LogicalNot), a == 0 ? 1 : 0, "!"));
    }
  }
}

TYPED_TEST(IntegerProperties, ShiftAmountsOfOtherTypesAreTakenModuloTheWidth) {
  using T = TypeParam;
  interpreter::ExpressionRunner runner;
  Context& context = runner.context();
  const Type& type = type_of<T>(runner.types());
  for (const int amount : {0, 1, 5, 7, 31, 63, 64, 127, -1}) {
    runner.forget_variables();
    const T a = static_cast<T>(static_cast<T>(-1) / 3);
    const Expr& operand = runner.variable(type, bits_of(a));
    const Expr& count = runner.variable(runner.types().int_type(), bits_of(amount));
    const Expr& wide_count =
        context.integer(runner.types().integer(IntegerKind::Int128), static_cast<UInt128>(Int128{amount}));
    const T left = *host<T>(BinaryOp::Shl, a, static_cast<T>(amount)),
            right = *host<T>(BinaryOp::Shr, a, static_cast<T>(amount));
    ASSERT_TRUE(same<T>(runner.run(context.binary(BinaryOp::Shl, operand, count)), left, "<<"));
    ASSERT_TRUE(same<T>(runner.run(context.binary(BinaryOp::Shr, operand, count)), right, ">>"));
    ASSERT_TRUE(same<T>(runner.run(context.binary(BinaryOp::Shr, operand, wide_count)), right, ">>"));
  }
}

template <typename T> class FloatProperties : public testing::Test {};
using Floats = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(FloatProperties, Floats);

TYPED_TEST(FloatProperties, OperatorsAgreeWithTheHost) {
  using T = TypeParam;
  interpreter::ExpressionRunner runner;
  Context& context = runner.context();
  const Type& type = type_of<T>(runner.types());
  std::mt19937_64 random(3);
  const std::vector<T> values = samples<T>(random);
  for (const T a : values)
    for (const T b : values) {
      runner.forget_variables();
      const Expr& left = runner.variable(type, bits_of(a));
      const Expr* variable = &runner.variable(type, bits_of(b));
      const Expr* constant = std::isnan(b) ? variable : &context.floating(type, b);
      for (const Expr* right : {variable, constant}) {
        const auto run = [&](BinaryOp op) { return runner.run(context.binary(op, left, *right)); };
        ASSERT_TRUE(same<T>(run(BinaryOp::Add), a + b, "+"));
        ASSERT_TRUE(same<T>(run(BinaryOp::Sub), a - b, "-"));
        ASSERT_TRUE(same<T>(run(BinaryOp::Mul), a * b, "*"));
        ASSERT_TRUE(same<T>(run(BinaryOp::Div), a / b, "/"));
        for (const BinaryOp op : comparisons)
          ASSERT_TRUE(same<int>(run(op), host_relation<T>(op, a, b), std::string(spelling(op))));
      }
      ASSERT_TRUE(same<T>(runner.run(context.unary(UnaryOp::Negate, left)), -a, "-"));
      ASSERT_TRUE(same<int>(runner.run(context.unary(UnaryOp::LogicalNot, left)), a == 0 ? 1 : 0, "!"));
    }
}

// Conversions between all pairs of types.

template <typename From, typename To> bool fits(From value) {
  if constexpr (std::is_same_v<To, bool> || !is_float<From> || is_float<To>)
    return true;
  else {
    const int magnitude = static_cast<int>(sizeof(To)) * 8 - (is_signed_host<To> ? 1 : 0);
    const long double end = std::ldexp(1.0L, magnitude);
    return !std::isnan(value) && value < end && (is_signed_host<To> ? value >= -end : value > -1);
  }
}

template <typename From, typename To> void check_conversion(interpreter::ExpressionRunner& runner) {
  if (std::is_same_v<From, To>) return;
  Context& context = runner.context();
  const Type &from = type_of<From>(runner.types()), &to = type_of<To>(runner.types());
  std::mt19937_64 random(4);
  for (const From value : samples<From>(random)) {
    if (!fits<From, To>(value)) continue;
    runner.forget_variables();
    const To wanted = static_cast<To>(value);
    const std::string what = "from width " + std::to_string(from.width()) + " to " + std::to_string(to.width());
    ASSERT_TRUE(same<To>(runner.run(context.cast(to, runner.variable(from, bits_of(value)))), wanted, what));
    if (from.is_integer())
      ASSERT_TRUE(same<To>(runner.run(context.cast(to, context.integer(from, bits_of(value)))), wanted, what));
  }
}

template <typename From> void check_conversions_from() {
  interpreter::ExpressionRunner runner;
  check_conversion<From, bool>(runner);
  check_conversion<From, std::int8_t>(runner);
  check_conversion<From, std::uint8_t>(runner);
  check_conversion<From, std::int16_t>(runner);
  check_conversion<From, std::uint16_t>(runner);
  check_conversion<From, std::int32_t>(runner);
  check_conversion<From, std::uint32_t>(runner);
  check_conversion<From, std::int64_t>(runner);
  check_conversion<From, std::uint64_t>(runner);
  check_conversion<From, Int128>(runner);
  check_conversion<From, UInt128>(runner);
  check_conversion<From, float>(runner);
  check_conversion<From, double>(runner);
  check_conversion<From, long double>(runner);
}

template <typename T> class ConversionProperties : public testing::Test {};
using All = testing::Types<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                           std::int64_t, std::uint64_t, Int128, UInt128, float, double, long double>;
TYPED_TEST_SUITE(ConversionProperties, All);

TYPED_TEST(ConversionProperties, AgreeWithTheHost) { check_conversions_from<TypeParam>(); }

// What has no counterpart among the host's types.

TEST(Lowering, ConditionalsAndLogicEvaluateOnlyWhatIsChosen) {
  interpreter::ExpressionRunner runner;
  Context& context = runner.context();
  const Type& int_type = runner.types().int_type();
  const Expr& zero = runner.variable(int_type, 0);
  const Expr& one = runner.variable(int_type, 1);
  const Expr& crash = context.binary(BinaryOp::Div, one, zero);
  EXPECT_FALSE(runner.run(crash).has_value());
  EXPECT_EQ(runner.run(context.conditional(one, zero, crash)), UInt128{0});
  EXPECT_EQ(runner.run(context.conditional(zero, crash, one)), UInt128{1});
  EXPECT_FALSE(runner.run(context.conditional(zero, one, crash)).has_value());
  EXPECT_EQ(runner.run(context.binary(BinaryOp::LogicalAnd, zero, crash)), UInt128{0});
  EXPECT_EQ(runner.run(context.binary(BinaryOp::LogicalOr, one, crash)), UInt128{1});
  EXPECT_FALSE(runner.run(context.binary(BinaryOp::LogicalAnd, one, crash)).has_value());
  EXPECT_EQ(runner.run(context.binary(BinaryOp::LogicalOr, zero, one)), UInt128{1});
}

TEST(Lowering, PointersAreScaledByTheirElement) {
  for (const DataModel model : {DataModel::ILP32, DataModel::LP64}) {
    interpreter::ExpressionRunner runner(model);
    Context& context = runner.context();
    TypeTable& types = runner.types();
    Type& twelve = types.declare_record("twelve", false);
    types.complete(twelve, {{}, 12, 4, false, 0});
    for (const auto& [element, size] :
         {std::pair<const Type*, int>{&types.int_type(), 4}, {&twelve, 12}, {&types.void_type(), 1}}) {
      const Expr& base = runner.variable(types.pointer_to(*element), 0x1000000);
      const Expr& index = runner.variable(types.integer(IntegerKind::Char), 0xfd); // -3
      const Expr& moved = context.binary(BinaryOp::PtrAdd, base, index);
      EXPECT_EQ(runner.run(moved), UInt128(0x1000000 - 3 * size));
      EXPECT_EQ(runner.run(context.binary(BinaryOp::Lt, moved, base)), UInt128{1});
      const auto back = runner.run(context.binary(BinaryOp::PtrDiff, moved, base));
      EXPECT_EQ(static_cast<std::int32_t>(*back), -3);
    }
  }
}

TEST(Lowering, PointersCompareWithoutSignAndWidenWithSign) {
  interpreter::ExpressionRunner runner(DataModel::ILP32);
  Context& context = runner.context();
  TypeTable& types = runner.types();
  const Type& pointer = types.pointer_to(types.int_type());
  const Expr &low = runner.variable(pointer, 0x1000), &high = runner.variable(pointer, 0x80000000);
  EXPECT_EQ(runner.run(context.binary(BinaryOp::Lt, low, high)), UInt128{1});
  const auto wide = runner.run(context.cast(types.integer(IntegerKind::LongLong), high));
  EXPECT_EQ(wide, UInt128{0xffffffff80000000});
}

// Which checks fire, operand by operand.
bool fires(Check check, BinaryOp op, std::int32_t a, std::int32_t b) {
  interpreter::ExpressionRunner runner(DataModel::LP64, {.checks = {check}});
  const Type& type = runner.types().int_type();
  return !runner.run(runner.context().binary(op, runner.variable(type, bits_of(a)), runner.variable(type, bits_of(b))));
}

TEST(Lowering, OverflowIsCheckedOnRequest) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max(), least = -most - 1;
  std::mt19937_64 random(5);
  std::vector<std::int32_t> values{0, 1, -1, 2, most, least, most - 1, least + 1, 65536, -65536, 46341};
  for (int i = 0; i < 6; ++i) values.push_back(static_cast<std::int32_t>(random()));
  for (const std::int32_t a : values)
    for (const std::int32_t b : values) {
      std::int32_t ignored = 0;
      EXPECT_EQ(fires(Check::SignedOverflow, BinaryOp::Add, a, b), __builtin_add_overflow(a, b, &ignored));
      EXPECT_EQ(fires(Check::SignedOverflow, BinaryOp::Sub, a, b), __builtin_sub_overflow(a, b, &ignored));
      EXPECT_EQ(fires(Check::SignedOverflow, BinaryOp::Mul, a, b), __builtin_mul_overflow(a, b, &ignored));
      if (b != 0) EXPECT_EQ(fires(Check::DivisionOverflow, BinaryOp::Div, a, b), a == least && b == -1);
      EXPECT_EQ(fires(Check::ShiftAmount, BinaryOp::Shl, a, b), b < 0 || b > 31);
    }
}

TEST(Lowering, FloatsThatDoNotFitAreCheckedOnRequest) {
  const auto fires_for = [](double value, IntegerKind kind) {
    interpreter::ExpressionRunner runner(DataModel::LP64, {.checks = {Check::FloatToInteger}});
    const Expr& from = runner.variable(runner.types().floating(FloatKind::Double), bits_of(value));
    return !runner.run(runner.context().cast(runner.types().integer(kind), from)).has_value();
  };
  EXPECT_FALSE(fires_for(2147483647.5, IntegerKind::Int));
  EXPECT_TRUE(fires_for(2147483648.0, IntegerKind::Int));
  EXPECT_FALSE(fires_for(-2147483648.9, IntegerKind::Int));
  EXPECT_TRUE(fires_for(-2147483649.0, IntegerKind::Int));
  EXPECT_FALSE(fires_for(-0.9, IntegerKind::UInt));
  EXPECT_TRUE(fires_for(-1.0, IntegerKind::UInt));
  EXPECT_FALSE(fires_for(-9223372036854775808.0, IntegerKind::Long));
  EXPECT_TRUE(fires_for(9223372036854775808.0, IntegerKind::Long));
  EXPECT_TRUE(fires_for(std::numeric_limits<double>::quiet_NaN(), IntegerKind::Int));
}

} // namespace
} // namespace tandem::semantics
