// A pointer to void that a function casts to a single pointer type is taken to point to objects of that type; a size
// that is a whole multiple of that type's is then written with sizeof. A wrong guess only affects readability: the
// number is the same.

#include "program/cwriter/c_blocks.h"

#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_types.h"

#include <fmt/format.h>

namespace tandem::cwriter {

namespace {

bool points_to_void(const Type& type) { return type.is_pointer() && type.element().is_void(); }

bool is_size(const Type& type) { return type.is_integer() && !type.is_signed() && !type.is_bool(); }

// How many objects of the type have this size; 0 if none or no whole number.
UInt128 count(const Expr& size, const Type& type) {
  return size.kind() == ExprKind::Integer && size.bits() % type.size() == 0 ? size.bits() / type.size() : 0;
}

std::string multiple(const std::string& factor, const Type& type) {
  const std::string size = fmt::format("sizeof({})", cexpr::c_type(type));
  return factor == "1" ? size : fmt::format("{} * {}", factor, size);
}

} // namespace

BlockTypes::BlockTypes(const Function& function) {
  for (const Edge* edge : function.edges()) {
    visit(edge->op.lvalue);
    visit(edge->op.value);
    for (const Expr* argument : edge->op.arguments) visit(argument);
  }
}

void BlockTypes::visit(const Expr* expr) {
  if (expr == nullptr) return;
  if (expr->kind() == ExprKind::Cast && expr->type().is_pointer()) {
    const Expr& from = expr->operand(0);
    if (from.kind() == ExprKind::Variable && points_to_void(from.type()) && !points_to_void(expr->type())) {
      const Type* type = &expr->type().element();
      const auto [known, is_new] = cast_to_.try_emplace(&from.variable(), type);
      if (!is_new && known->second != type) known->second = nullptr;
    }
  }
  for (const Expr* operand : expr->operands()) visit(operand);
}

const Type* BlockTypes::of(const Operation& call) const {
  if (call.callee == nullptr || call.lvalue == nullptr || !points_to_void(call.callee->result())) return nullptr;
  const Type* type = nullptr;
  if (!points_to_void(call.lvalue->type())) {
    if (call.lvalue->type().is_pointer()) type = &call.lvalue->type().element();
  } else if (call.lvalue->kind() == ExprKind::Variable) {
    const auto known = cast_to_.find(&call.lvalue->variable());
    if (known != cast_to_.end()) type = known->second;
  }
  return type != nullptr && type->size() > 1 ? type : nullptr;
}

std::optional<std::string> c_size(const Expr& size, const Type& type) {
  if (!is_size(size.type())) return std::nullopt;
  if (const UInt128 objects = count(size, type); objects != 0)
    return multiple(fmt::format("{}", static_cast<std::uint64_t>(objects)), type);
  if (size.kind() != ExprKind::Binary || size.binary_op() != BinaryOp::Mul) return std::nullopt;
  for (const std::size_t i : {0, 1})
    if (count(size.operand(i), type) == 1) return multiple("(" + cexpr::c_text(size.operand(1 - i)) + ")", type);
  return std::nullopt;
}

} // namespace tandem::cwriter
