#include "program/cexpr/c_expr.h"

#include "program/model/context.h"

#include <gtest/gtest.h>

namespace tandem::cexpr {
namespace {

class CExprTest : public testing::Test {
protected:
  const Expr& variable(const std::string& name, const Type& type, const std::string& source_name = "") {
    return context.variable(context.add_variable({.name = name, .source_name = source_name, .type = &type}));
  }
  const Type& integer(IntegerKind kind) { return types.integer(kind); }
  const Expr& number(int value) { return context.integer(types.int_type(), value); }
  std::string readable(const Expr& expr) { return c_text(expr, ExprStyle::Readable); }

  Context context{DataModel::LP64};
  TypeTable& types = context.types();
  const Type& int_type = types.int_type();
  const Type& uchar = types.integer(IntegerKind::UChar);
  const Type& uint = types.integer(IntegerKind::UInt);
  const Type& long_type = types.integer(IntegerKind::Long);
  const Expr& x = variable("x", int_type);
  const Expr& y = variable("y", int_type);
};

TEST_F(CExprTest, ParenthesesOnlyWhereC_GroupsDifferently) {
  const auto op = [this](BinaryOp kind, const Expr& a, const Expr& b) -> const Expr& {
    return context.binary(kind, a, b);
  };
  const Expr& sum = op(BinaryOp::Add, x, y);
  EXPECT_EQ(c_text(op(BinaryOp::Mul, sum, x)), "(x + y) * x");
  EXPECT_EQ(c_text(op(BinaryOp::Add, op(BinaryOp::Mul, x, y), x)), "x * y + x");
  EXPECT_EQ(c_text(op(BinaryOp::Sub, x, op(BinaryOp::Sub, y, x))), "x - (y - x)");
  EXPECT_EQ(c_text(op(BinaryOp::Sub, op(BinaryOp::Sub, x, y), x)), "x - y - x");
  EXPECT_EQ(c_text(op(BinaryOp::BitAnd, x, op(BinaryOp::Eq, y, x))), "x & y == x");
  EXPECT_EQ(c_text(op(BinaryOp::Eq, op(BinaryOp::BitAnd, x, y), x)), "(x & y) == x");
  EXPECT_EQ(c_text(context.unary(UnaryOp::BitNot, sum)), "~(x + y)");
  EXPECT_EQ(c_text(context.unary(UnaryOp::Negate, context.unary(UnaryOp::Negate, x))), "-(-x)");
  EXPECT_EQ(c_text(context.unary(UnaryOp::Negate, number(-5))), "-(-5)");
  EXPECT_EQ(c_text(op(BinaryOp::Sub, x, number(-5))), "x - -5");
  const Expr& choice = context.conditional(op(BinaryOp::Lt, x, y), x, y);
  EXPECT_EQ(c_text(choice), "x < y ? x : y");
  EXPECT_EQ(c_text(op(BinaryOp::Add, choice, x)), "(x < y ? x : y) + x");
  EXPECT_EQ(c_text(context.conditional(choice, x, choice)), "(x < y ? x : y) ? x : x < y ? x : y");
  EXPECT_EQ(c_text(context.cast(long_type, sum)), "(long)(x + y)");
}

TEST_F(CExprTest, LvaluesUseThePostfixOperators) {
  Type& record = types.declare_record("s", false);
  types.complete(record, {.fields = {{.name = "a", .type = &int_type},
                                     {.name = "m", .type = &types.array_of(int_type, 4), .offset_bits = 32}},
                          .size = 20,
                          .align = 4});
  const Expr& s = variable("s", record);
  const Expr& p = variable("p", types.pointer_to(record));
  const Expr& pp = variable("pp", types.pointer_to(types.pointer_to(record)));
  EXPECT_EQ(c_text(context.field(s, 0)), "s.a");
  EXPECT_EQ(c_text(context.field(context.deref(p), 0)), "p->a");
  EXPECT_EQ(c_text(context.field(context.deref(context.deref(pp)), 0)), "(*pp)->a");
  EXPECT_EQ(c_text(context.address_of(context.field(context.deref(p), 0))), "&p->a");
  const Expr& m = context.field(s, 1);
  EXPECT_EQ(c_text(context.index(m, context.integer(long_type, 2))), "s.m[2]");
  EXPECT_EQ(c_text(context.decay(m)), "s.m");
  EXPECT_EQ(c_text(context.binary(BinaryOp::PtrAdd, context.decay(m), x)), "s.m + x");
  const Expr& stepped = context.binary(BinaryOp::PtrAdd, p, x);
  EXPECT_EQ(c_text(context.deref(stepped)), "p[x]");
  EXPECT_EQ(c_text(context.field(context.deref(stepped), 0)), "p[x].a");
  const Expr& array_pointer = variable("q", types.pointer_to(types.array_of(int_type, 4)));
  EXPECT_EQ(c_text(context.index(context.deref(array_pointer), x)), "(*q)[x]");
}

TEST_F(CExprTest, ResultsNarrowerThanIntAreConvertedBack) {
  const Expr& c = variable("c", uchar);
  EXPECT_EQ(c_text(context.binary(BinaryOp::Add, c, c)), "(unsigned char)(c + c)");
  EXPECT_EQ(c_text(context.unary(UnaryOp::BitNot, c)), "(unsigned char)~c");
  EXPECT_EQ(c_text(context.binary(BinaryOp::Lt, c, c)), "c < c");
  const Expr& b = variable("b", integer(IntegerKind::Bool));
  EXPECT_EQ(c_text(context.binary(BinaryOp::Add, b, b)), "(_Bool)((b + b) & 1)");
}

TEST_F(CExprTest, BitFieldsKeepTheirDeclaredTypeInArithmetic) {
  Type& record = types.declare_record("bits", false);
  types.complete(record, {.fields = {{.name = "u", .type = &uint, .bit_width = 3},
                                     {.name = "i", .type = &int_type, .offset_bits = 3, .bit_width = 3}},
                          .size = 4,
                          .align = 4});
  const Expr& s = variable("s", record);
  const Expr &u = context.field(s, 0), &i = context.field(s, 1);
  EXPECT_EQ(c_text(context.binary(BinaryOp::Sub, u, u)), "(unsigned int)s.u - (unsigned int)s.u");
  EXPECT_EQ(c_text(context.binary(BinaryOp::Sub, i, x)), "s.i - x");
  EXPECT_EQ(c_text(context.cast(int_type, u)), "(int)s.u");
}

TEST_F(CExprTest, TextForATargetCastsOnlyWhatC_WouldRefuse) {
  const Expr& p = variable("p", types.pointer_to(int_type));
  EXPECT_EQ(c_text_as(context.integer(uchar, 7), uchar), "7");
  EXPECT_EQ(c_text_as(x, long_type), "x");
  EXPECT_EQ(c_text_as(p, types.pointer_to(uchar)), "(unsigned char *)p");
  EXPECT_EQ(c_text_as(p, long_type), "(long)p");
}

TEST_F(CExprTest, ReadableTextLeavesOutWhatC_Converts) {
  const Expr& c = variable("c", uchar);
  const Expr& u = variable("u", uint);
  const Expr& l = variable("l", long_type);
  const auto add = [this](const Expr& a, const Expr& b) { return readable(context.binary(BinaryOp::Add, a, b)); };
  EXPECT_EQ(add(context.cast(int_type, c), number(1)), "c + 1");
  EXPECT_EQ(add(context.cast(long_type, x), l), "x + l");
  EXPECT_EQ(add(l, context.integer(long_type, 1)), "l + 1");
  EXPECT_EQ(add(context.cast(uint, x), u), "x + u");
  // Here the conversion decides about the result.
  EXPECT_EQ(add(context.cast(long_type, x), context.cast(long_type, y)), "(long)x + y");
  EXPECT_EQ(add(context.cast(int_type, l), number(1)), "(int)l + 1");
  EXPECT_EQ(add(context.cast(uint, x), context.integer(uint, 1)), "(unsigned int)x + 1");
  EXPECT_EQ(c_text_as(context.cast(uchar, context.binary(BinaryOp::Add, context.cast(int_type, c), number(1))), uchar,
                      ExprStyle::Readable),
            "c + 1");
  EXPECT_EQ(readable(variable("x__2", int_type, "x")), "x");
}

TEST_F(CExprTest, MessagesShowWhatTemporariesKeep) {
  const Expr& sum = context.binary(BinaryOp::Add, x, y);
  const Expr& p = variable("p", types.pointer_to(int_type));
  const Expr& kept = context.variable(context.add_variable({.name = "tmp", .held = &sum, .type = &int_type}));
  const Expr& pointer = context.variable(context.add_variable({.name = "tmp__1", .held = &p, .type = &p.type()}));
  const auto message = [](const Expr& expr) { return c_text(expr, ExprStyle::Message); };
  EXPECT_EQ(message(context.binary(BinaryOp::Mul, kept, number(2))), "(x + y) * 2");
  EXPECT_EQ(message(context.deref(context.binary(BinaryOp::PtrAdd, pointer, context.cast(long_type, kept)))), "p[x + y]");
  EXPECT_EQ(readable(kept), "tmp");
}

} // namespace
} // namespace tandem::cexpr
