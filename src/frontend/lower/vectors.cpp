// Vectors of gcc and clang: records with an array of lanes (declare/types.h). What an operator does to a vector it does
// to each lane, one assignment each, so that nothing behind the front end knows vectors.

#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"

namespace tandem::frontend::lower {

namespace {

const Type& lanes_of(const Type& vector) { return *vector.fields()[0].type; }

} // namespace

const Expr& FunctionLowering::lane(const Expr& vector, const Expr& index) {
  return context().index(context().field(vector, 0), index);
}

const Expr& FunctionLowering::lane(const Expr& vector, std::uint64_t number) {
  return lane(vector, context().integer(types().ptrdiff_type(), UInt128{number}));
}

// The vector with these lanes.
template <typename Lane>
const Expr& FunctionLowering::make_vector(const Type& type, const clang::Expr& at, const Lane& make_lane) {
  const Expr& result = context().variable(new_temporary(type, range(at)));
  const Type& element = lanes_of(type).element();
  for (std::uint64_t i = 0; i < lanes_of(type).length(); ++i)
    assign(lane(result, i), convert(make_lane(i), element), range(at));
  return result;
}

// Operators have no operands narrower than int; the lanes are converted back.
const Expr& FunctionLowering::promoted(const Expr& value) {
  const bool is_narrow = value.type().is_integer() && value.type().width() < types().int_type().width();
  return is_narrow ? convert(value, types().int_type()) : value;
}

const Expr& FunctionLowering::vector_unary(const clang::UnaryOperator& op) {
  const Expr& operand = stored(value(*op.getSubExpr()), op);
  return make_vector(type_of(op), op, [&](std::uint64_t i) -> const Expr& {
    const Expr& part = promoted(lane(operand, i));
    if (op.getOpcode() == clang::UO_Not) return context().unary(UnaryOp::BitNot, part);
    if (op.getOpcode() == clang::UO_Minus) return negate(part);
    return negate(context().unary(UnaryOp::LogicalNot, part)); // all bits of a lane that was 0
  });
}

const Expr& FunctionLowering::vector_operation(BinaryOp op, const Expr& left, const Expr& right,
                                               const clang::Expr& at) {
  const Expr &first = stored(left, at), &second = stored(right, at);
  return make_vector(type_of(at), at, [&](std::uint64_t i) -> const Expr& {
    const Expr& result = context().binary(op, promoted(lane(first, i)), promoted(lane(second, i)));
    return is_comparison(op) ? negate(result) : result; // all bits of a lane in which it holds
  });
}

// v + 1: each lane gets the scalar.
const Expr& FunctionLowering::splat(const clang::CastExpr& expr) {
  const Expr& scalar = value(*expr.getSubExpr());
  const Expr& once = scalar.is_constant() ? scalar : into_temporary(scalar, range(expr));
  return make_vector(type_of(expr), expr, [&](std::uint64_t) -> const Expr& { return once; });
}

const Expr& FunctionLowering::convert_vector(const Expr& vector, const Type& to, const clang::Expr& at) {
  const Expr& from = stored(vector, at);
  return make_vector(to, at, [&](std::uint64_t i) -> const Expr& { return lane(from, i); });
}

// __builtin_shufflevector: lanes of two vectors by constant numbers, or lanes of one by the numbers in another.
const Expr& FunctionLowering::shuffle(const clang::ShuffleVectorExpr& expr) {
  const clang::Expr* operands[] = {expr.getExpr(0), expr.getExpr(1)};
  const std::vector<const Expr*> lowered = values(operands);
  const Expr &first = stored(*lowered[0], expr), &second = stored(*lowered[1], expr);
  const std::uint64_t count = lanes_of(first.type()).length();
  const bool is_by_vector = expr.getNumSubExprs() == 2;
  return make_vector(type_of(expr), expr, [&](std::uint64_t i) -> const Expr& {
    if (is_by_vector) {
      const Expr& number = promoted(lane(second, i));
      return lane(first,
                  context().binary(BinaryOp::BitAnd, number, context().integer(number.type(), UInt128{count - 1})));
    }
    const llvm::APSInt chosen = expr.getShuffleMaskIdx(unit_.ast(), static_cast<unsigned>(i));
    if (chosen.isNegative()) return missing_value(lanes_of(first.type()).element(), range(expr));
    const std::uint64_t number = chosen.getZExtValue();
    return number < count ? lane(first, number) : lane(second, number - count);
  });
}

const Expr& FunctionLowering::vector_choice(const clang::AbstractConditionalOperator& op) {
  const clang::Expr* operands[] = {op.getCond(), op.getTrueExpr(), op.getFalseExpr()};
  const std::vector<const Expr*> lowered = values(operands);
  const Expr& condition = stored(*lowered[0], op);
  const Expr &then = stored(*lowered[1], op), &otherwise = stored(*lowered[2], op);
  return make_vector(type_of(op), op, [&](std::uint64_t i) -> const Expr& {
    return context().conditional(lane(condition, i), lane(then, i), lane(otherwise, i));
  });
}

// v.x, v.hi, v.s01 of vectors of clang.
const Expr& FunctionLowering::swizzle(const clang::ExtVectorElementExpr& expr) {
  const clang::Expr& base = *expr.getBase();
  const Expr& vector =
      expr.isArrow() ? pointee(value(base), type(base.getType()->getPointeeType(), base)) : lvalue(base);
  llvm::SmallVector<std::uint32_t, 4> chosen;
  expr.getEncodedElementAccess(chosen);
  if (!expr.getType()->isVectorType()) return lane(vector, chosen.front());
  if (expr.isGLValue() && expr.containsDuplicateElements()) refuse(expr, "a vector made of equal lanes as an lvalue");
  const Expr& from = stored(vector, expr);
  return make_vector(type_of(expr), expr, [&](std::uint64_t i) -> const Expr& { return lane(from, chosen[i]); });
}

void FunctionLowering::initialize_vector(const Target& target, const clang::InitListExpr& list) {
  for (unsigned i = 0; i < list.getNumInits(); ++i) initialize(target.part(lane(target.lvalue, i)), *list.getInit(i));
}

} // namespace tandem::frontend::lower
