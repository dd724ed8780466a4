// Runs of consecutive enumerators are compared by their ends.

#include "transform/checks/value_checks.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::transform::checks {

namespace {

struct Run {
  Int128 first = 0, last = 0;
};

std::vector<Run> runs(const Enumeration& enumeration) {
  std::vector<Run> result;
  for (const Int128 value : enumeration.values)
    if (!result.empty() && result.back().last + 1 == value)
      result.back().last = value;
    else
      result.push_back({value, value});
  return result;
}

} // namespace

bool ValueChecks::is_wanted(CheckKind kind) const { return std::ranges::find(kinds_, kind) != kinds_.end(); }

const Enumeration* ValueChecks::enumeration_of(const Expr& lvalue) const {
  const DeclaredTypes* known = context_.declared_types();
  return is_wanted(CheckKind::Enum) && known != nullptr ? known->enumeration_of(lvalue) : nullptr;
}

// What the program computes with is written, so that only a copy of something else can undo it.
bool ValueChecks::is_certainly_written(const Expr& lvalue) const {
  const Variable* root = root_variable(lvalue);
  if (root == nullptr) return false;
  const bool is_whole = lvalue.kind() == ExprKind::Variable;
  if (is_whole && !root->address_taken) return !flags_.contains(root);
  const bool starts_written = root->is_global() || (is_whole && root->kind == VariableKind::Parameter);
  return root->kind == VariableKind::Temporary || (starts_written && !may_copy_unwritten_);
}

std::vector<ExprCheck> ValueChecks::read(const Expr& lvalue) {
  result_.clear();
  if (!lvalue.type().is_scalar()) return {};
  if (is_wanted(CheckKind::Uninit) && !is_certainly_written(lvalue)) {
    const auto flag = lvalue.kind() == ExprKind::Variable ? flags_.find(&lvalue.variable()) : flags_.end();
    const bool is_flagged = flag != flags_.end();
    result_.push_back({.target = {CheckKind::Uninit, quoted(lvalue) + " is written before it is used"},
                       .condition = is_flagged ? flag->second : nullptr,
                       .written = is_flagged ? nullptr : &lvalue});
  }
  const Enumeration* enumeration = enumeration_of(lvalue);
  if (enumeration != nullptr && lvalue.type().is_integer()) check_enumerator(lvalue, *enumeration);
  return std::move(result_);
}

std::vector<ExprCheck> ValueChecks::store(const Expr& lvalue, const Expr& value) {
  result_.clear();
  const Enumeration* enumeration = enumeration_of(lvalue);
  if (enumeration != nullptr && lvalue.type().is_integer()) check_enumerator(value, *enumeration);
  return std::move(result_);
}

void ValueChecks::check_enumerator(const Expr& value, const Enumeration& enumeration) {
  const Type& type = value.type();
  if (value.kind() == ExprKind::Integer && enumeration.values.contains(value.value())) return;
  const Expr* condition = nullptr;
  const auto number = [&](Int128 bound) -> const Expr& { return context_.integer(type, static_cast<UInt128>(bound)); };
  for (const Run& run : runs(enumeration)) {
    const Expr& here = run.first == run.last ? context_.binary(BinaryOp::Eq, value, number(run.first))
                                             : context_.binary(BinaryOp::LogicalAnd,
                                                               context_.binary(BinaryOp::Ge, value, number(run.first)),
                                                               context_.binary(BinaryOp::Le, value, number(run.last)));
    condition = condition == nullptr ? &here : &context_.binary(BinaryOp::LogicalOr, *condition, here);
  }
  if (condition == nullptr) return; // an enum without enumerators is an error in C
  result_.push_back(
      {{CheckKind::Enum, fmt::format("{} is an enumerator of {}", quoted(value), enumeration.name)}, condition});
}

} // namespace tandem::transform::checks
