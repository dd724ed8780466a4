#include "transform/checks/possible_failures.h"

#include "program/model/context.h"

#include <gtest/gtest.h>

namespace tandem::transform::checks {
namespace {

class PossibleFailuresTest : public ::testing::Test {
protected:
  const Expr& variable(const Type& type) {
    return context.variable(context.add_variable({.kind = VariableKind::Global, .name = "v", .type = &type}));
  }
  const Expr& converted(IntegerKind from) {
    return context.cast(context.types().int_type(), variable(context.types().integer(from)));
  }
  const Expr& number(int value) { return context.integer(context.types().int_type(), value); }

  Context context{DataModel::LP64};
};

TEST_F(PossibleFailuresTest, NarrowOperandsDoNotOverflow) {
  const Expr& any = variable(context.types().int_type());
  const Expr& byte = converted(IntegerKind::UChar);
  EXPECT_TRUE(may_overflow(context.binary(BinaryOp::Add, any, number(1))));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Add, byte, number(1))));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Mul, byte, byte)));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Div, any, number(2))));
  EXPECT_TRUE(may_overflow(context.binary(BinaryOp::Div, any, any)));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Rem, any, number(7))));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Shl, byte, number(3))));
  EXPECT_TRUE(may_overflow(context.binary(BinaryOp::Shl, byte, number(24))));
  const Expr& below_eight = context.binary(BinaryOp::BitAnd, any, number(7));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Shl, number(1), below_eight)));
  EXPECT_TRUE(may_overflow(context.binary(BinaryOp::Shl, number(1), any)));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Rem, byte, below_eight)));
  EXPECT_TRUE(may_overflow(context.unary(UnaryOp::Negate, any)));
  EXPECT_FALSE(may_overflow(context.unary(UnaryOp::Negate, byte)));
  const Expr& natural = variable(context.types().integer(IntegerKind::UInt));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Mul, natural, natural)));
  const Expr& wide = variable(context.types().integer(IntegerKind::Long));
  EXPECT_TRUE(may_overflow(context.binary(BinaryOp::Mul, wide, wide)));
  const Expr& widest = variable(context.types().integer(IntegerKind::ULong));
  const Expr& product = context.binary(BinaryOp::Mul, widest, widest); // of numbers whose product is above 2^127
  EXPECT_TRUE(may_overflow(context.binary(BinaryOp::Add, context.cast(wide.type(), product), wide)));
  const Expr& beyond = variable(context.types().integer(IntegerKind::Int128));
  EXPECT_TRUE(may_overflow(context.binary(BinaryOp::Add, beyond, beyond)));
  EXPECT_FALSE(may_overflow(context.binary(BinaryOp::Lt, beyond, beyond)));
}

TEST_F(PossibleFailuresTest, ConstantIndicesAreInsideTheirArrays) {
  const Expr& array = variable(context.types().array_of(context.types().int_type(), 4));
  EXPECT_FALSE(may_leave_object(context.index(array, number(3))));
  EXPECT_TRUE(may_leave_object(context.index(array, number(4))));
  EXPECT_TRUE(may_leave_object(context.index(array, variable(context.types().int_type()))));
  EXPECT_TRUE(may_leave_object(context.deref(variable(context.types().pointer_to(context.types().int_type())))));
}

} // namespace
} // namespace tandem::transform::checks
