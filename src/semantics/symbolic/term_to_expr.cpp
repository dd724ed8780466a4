// Bottom up with a memo, so that the cost is linear in the DAG although the printed expression may be a large tree.
// Arithmetic is done in unsigned types of at least 32 bits, which is free of undefined behaviour and of C's promotions
// to signed int; widths without a C type are carried in a wider one with zeros above.

#include "semantics/symbolic/term_to_expr.h"

namespace tandem::semantics::symbolic {

using smt::Term;

const Type* TermToExpr::type_of(std::uint32_t width, bool is_signed) const {
  const TypeTable& types = context_.types();
  switch (width) {
  case 8: return &types.integer(is_signed ? IntegerKind::SChar : IntegerKind::UChar);
  case 16: return &types.integer(is_signed ? IntegerKind::Short : IntegerKind::UShort);
  case 32: return &types.integer(is_signed ? IntegerKind::Int : IntegerKind::UInt);
  case 64: return &types.integer(is_signed ? IntegerKind::LongLong : IntegerKind::ULongLong);
  default: break;
  }
  // Not the width of a C type: a wider type, with zeros above.
  if (is_signed || width > 64) return nullptr;
  return &types.integer(width < 32 ? IntegerKind::UInt : IntegerKind::ULongLong);
}

const Expr* TermToExpr::fit(std::uint32_t width, const Expr& value) {
  const Type& type = *type_of(width, false);
  const Expr& cast = context_.cast(type, value);
  if (type.width() == width) return &cast;
  return &context_.binary(BinaryOp::BitAnd, cast, context_.integer(type, (UInt128{1} << width) - 1));
}

// A cast that only reverts another one is omitted.
const Expr& TermToExpr::retyped(const Type& type, const Expr& value) {
  const bool is_turned = value.kind() == ExprKind::Cast && &value.operand(0).type() == &type;
  if (is_turned && type.is_integer() && type.width() == value.type().width()) return value.operand(0);
  return context_.cast(type, value);
}

const Expr* TermToExpr::condition(Term formula) {
  const auto known = conditions_.find(formula);
  if (known != conditions_.end()) return known->second;
  return conditions_[formula] = make_condition(formula);
}

const Expr* TermToExpr::make_condition(Term formula) {
  if (terms_.is_constant(formula))
    return &context_.integer(context_.types().int_type(), terms_.is_true(formula) ? 1 : 0);
  switch (terms_.kind(formula)) {
  case Kind::Variable: return truth_of(formula);
  case Kind::Not: {
    const Expr* inner = condition(terms_.arg(formula, 0));
    return inner == nullptr ? nullptr : &context_.unary(UnaryOp::LogicalNot, *inner);
  }
  case Kind::And: return junction(formula, BinaryOp::LogicalAnd);
  case Kind::Or: return junction(formula, BinaryOp::LogicalOr);
  case Kind::Eq: return compare(formula, BinaryOp::Eq, false);
  case Kind::BvUlt: return compare(formula, BinaryOp::Lt, false);
  case Kind::BvSlt: return compare(formula, BinaryOp::Lt, true);
  case Kind::Ite: {
    const Expr* parts[3];
    for (std::size_t i = 0; i < 3; ++i)
      if ((parts[i] = condition(terms_.arg(formula, i))) == nullptr) return nullptr;
    return &context_.conditional(*parts[0], *parts[1], *parts[2]);
  }
  default: return nullptr;
  }
}

const Expr* TermToExpr::truth_of(Term symbol) {
  const Expr* lvalue = lvalue_of_(symbol);
  if (lvalue == nullptr || !lvalue->type().is_bool()) return nullptr;
  return &context_.cast(context_.types().int_type(), *lvalue);
}

const Expr* TermToExpr::junction(Term formula, BinaryOp op) {
  const Expr* left = condition(terms_.arg(formula, 0));
  const Expr* right = condition(terms_.arg(formula, 1));
  return left == nullptr || right == nullptr ? nullptr : &context_.binary(op, *left, *right);
}

const Expr* TermToExpr::compare(Term formula, BinaryOp op, bool is_signed) {
  const Term a = terms_.arg(formula, 0), b = terms_.arg(formula, 1);
  const smt::Sort sort = terms_.sort(a);
  if (sort.is_bool()) {
    const Expr* left = condition(a);
    const Expr* right = condition(b);
    if (left == nullptr || right == nullptr) return nullptr;
    return &context_.binary(BinaryOp::Eq, context_.unary(UnaryOp::LogicalNot, *left),
                            context_.unary(UnaryOp::LogicalNot, *right));
  }
  if (!sort.is_bv()) return nullptr;
  const Expr* left = value(a);
  const Expr* right = value(b);
  const Type* type = type_of(sort.width(), is_signed);
  if (left == nullptr || right == nullptr || type == nullptr) return nullptr;
  return &context_.binary(op, retyped(*type, *left), retyped(*type, *right));
}

const Expr* TermToExpr::value(Term term) {
  const auto known = values_.find(term);
  if (known != values_.end()) return known->second;
  const smt::Sort sort = terms_.sort(term);
  const Expr* made = sort.is_bv() && type_of(sort.width(), false) != nullptr ? make_value(term) : nullptr;
  return values_[term] = made;
}

const Expr* TermToExpr::make_value(Term term) {
  const std::uint32_t width = terms_.width(term);
  const Type& type = *type_of(width, false);
  if (terms_.is_constant(term)) return &context_.integer(type, UInt128{terms_.bits(term).low()});
  switch (terms_.kind(term)) {
  case Kind::Variable: return symbol(term, width);
  case Kind::BvAdd: return arithmetic(term, BinaryOp::Add);
  case Kind::BvSub: return arithmetic(term, BinaryOp::Sub);
  case Kind::BvMul: return arithmetic(term, BinaryOp::Mul);
  case Kind::BvAnd: return arithmetic(term, BinaryOp::BitAnd);
  case Kind::BvOr: return arithmetic(term, BinaryOp::BitOr);
  case Kind::BvXor: return arithmetic(term, BinaryOp::BitXor);
  case Kind::BvUdiv: return constant_right(term, BinaryOp::Div, false);
  case Kind::BvUrem: return constant_right(term, BinaryOp::Rem, false);
  case Kind::BvSdiv: return constant_right(term, BinaryOp::Div, true);
  case Kind::BvSrem: return constant_right(term, BinaryOp::Rem, true);
  case Kind::BvExtract: return extract(term);
  case Kind::BvConcat: return concat(term);
  case Kind::BvNot:
  case Kind::BvNeg: {
    const Expr* inner = value(terms_.arg(term, 0));
    if (inner == nullptr) return nullptr;
    const Type& wide = width < 32 ? *type_of(32, false) : type;
    const UnaryOp op = terms_.kind(term) == Kind::BvNot ? UnaryOp::BitNot : UnaryOp::Negate;
    return fit(width, context_.unary(op, context_.cast(wide, *inner)));
  }
  case Kind::BvZeroExtend:
  case Kind::BvSignExtend: {
    const Term narrow = terms_.arg(term, 0);
    if (const Expr* whole = symbol(narrow, width)) return whole;
    const Expr* inner = value(narrow);
    if (inner == nullptr) return nullptr;
    const Type* from = type_of(terms_.width(narrow), terms_.kind(term) == Kind::BvSignExtend);
    return from == nullptr ? nullptr : fit(width, context_.cast(*from, *inner));
  }
  case Kind::Ite: {
    const Expr* choice = condition(terms_.arg(term, 0));
    const Expr* then = value(terms_.arg(term, 1));
    const Expr* otherwise = value(terms_.arg(term, 2));
    if (choice == nullptr || then == nullptr || otherwise == nullptr) return nullptr;
    return &context_.conditional(*choice, *then, *otherwise);
  }
  default: return nullptr;
  }
}

const Expr* TermToExpr::symbol(Term term, std::uint32_t width) {
  const Expr* lvalue = terms_.is_variable(term) ? lvalue_of_(term) : nullptr;
  if (lvalue == nullptr || !lvalue->type().is_integer() || lvalue->type().width() != width) return nullptr;
  return &context_.cast(*type_of(width, false), *lvalue);
}

// Narrow operands are converted to unsigned int and the result is truncated: C's promotions must not sign-extend.
const Expr* TermToExpr::arithmetic(Term term, BinaryOp op) {
  const Expr* left = value(terms_.arg(term, 0));
  const Expr* right = value(terms_.arg(term, 1));
  if (left == nullptr || right == nullptr) return nullptr;
  const std::uint32_t width = terms_.width(term);
  const Type& wide = *type_of(width < 32 ? 32 : width, false);
  return fit(width, context_.binary(op, context_.cast(wide, *left), context_.cast(wide, *right)));
}

const Expr* TermToExpr::constant_right(Term term, BinaryOp op, bool is_signed) {
  const Term divisor = terms_.arg(term, 1);
  const std::uint32_t width = terms_.width(term);
  if (!terms_.is_constant(divisor) || terms_.bits(divisor).low() == 0 || width < 32) return nullptr;
  if (is_signed && (terms_.bits(divisor).low() >> (width - 1)) != 0) return nullptr; // may overflow
  const Expr* left = value(terms_.arg(term, 0));
  const Expr* right = value(divisor);
  const Type* type = type_of(width, is_signed);
  if (left == nullptr || right == nullptr || type == nullptr) return nullptr;
  return fit(width, context_.binary(op, retyped(*type, *left), retyped(*type, *right)));
}

const Expr* TermToExpr::extract(Term term) {
  const Expr* from = value(terms_.arg(term, 0));
  if (from == nullptr) return nullptr;
  const std::uint32_t low = terms_.low(term);
  if (low == 0) return fit(terms_.width(term), *from);
  const std::uint32_t width = terms_.width(terms_.arg(term, 0));
  const Type& wide = *type_of(width < 32 ? 32 : width, false);
  const Expr& amount = context_.integer(wide, UInt128{low});
  return fit(terms_.width(term), context_.binary(BinaryOp::Shr, context_.cast(wide, *from), amount));
}

const Expr* TermToExpr::concat(Term term) {
  const Expr* high = value(terms_.arg(term, 0));
  const Expr* low = value(terms_.arg(term, 1));
  if (high == nullptr || low == nullptr) return nullptr;
  const std::uint32_t width = terms_.width(term);
  const Type& wide = *type_of(width < 32 ? 32 : width, false);
  const Expr& amount = context_.integer(wide, UInt128{terms_.width(terms_.arg(term, 1))});
  const Expr& shifted = context_.binary(BinaryOp::Shl, context_.cast(wide, *high), amount);
  return fit(width, context_.binary(BinaryOp::BitOr, shifted, context_.cast(wide, *low)));
}

} // namespace tandem::semantics::symbolic
