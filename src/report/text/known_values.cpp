#include "report/text/known_values.h"

#include "program/cexpr/c_expr.h"
#include "program/dataflow/reads.h"
#include "report/text/listing.h"

#include <algorithm>

namespace tandem::report {

namespace {

const Variable* followed(const Expr& lvalue) {
  if (lvalue.kind() != ExprKind::Variable || !lvalue.type().is_scalar()) return nullptr;
  return lvalue.variable().address_taken ? nullptr : &lvalue.variable();
}

std::pair<std::uint32_t, const Variable*> key(const Variable& variable, std::uint32_t activation) {
  return {variable.is_global() ? 0 : activation, &variable};
}

// An address as such says nothing.
std::string shown(const Program& program, const Type& type, UInt128 bits) {
  return type.is_pointer() && bits != 0 ? "not NULL" : value_text(program.context(), type, bits);
}

} // namespace

// A variable that comes into scope again has no value.
void KnownValues::pass(const Edge& edge, std::uint32_t activation) {
  if (edge.op.kind == OpKind::Declare) values_.erase(key(*edge.op.variable, activation));
}

// What is passed on as it is; of other arguments, no value was written.
std::vector<NamedValue> KnownValues::enter(const Operation& call, std::uint32_t caller, std::uint32_t callee) {
  std::vector<NamedValue> result;
  const std::vector<const Variable*>& parameters = call.callee->parameters();
  for (std::size_t i = 0; i < std::min(parameters.size(), call.arguments.size()); ++i) {
    const Expr& argument = *call.arguments[i];
    const Variable& parameter = *parameters[i];
    const std::optional<UInt128> bits = value_of(argument, caller);
    if (!bits || parameter.address_taken || &argument.type() != parameter.type) continue;
    values_[key(parameter, callee)] = *bits;
    if (!parameter.source_name.empty())
      result.push_back({parameter.source_name, shown(program_, *parameter.type, *bits)});
  }
  return result;
}

std::optional<UInt128> KnownValues::value_of(const Expr& expr, std::uint32_t activation) const {
  if (expr.kind() == ExprKind::Integer) return expr.bits();
  const Variable* variable = followed(expr);
  const auto known = variable != nullptr ? values_.find(key(*variable, activation)) : values_.end();
  return known != values_.end() ? std::optional(known->second) : std::nullopt;
}

void KnownValues::write(const WrittenValue& written, std::uint32_t activation) {
  if (const Variable* variable = followed(*written.edge->op.lvalue); variable != nullptr)
    values_[key(*variable, activation)] = written.bits;
}

std::vector<NamedValue> KnownValues::read_by(const Operation& op, std::uint32_t activation) const {
  std::vector<NamedValue> result;
  dataflow::for_each_read(op, [&](const Expr& read) {
    const std::optional<UInt128> bits = value_of(read, activation);
    if (!bits) return;
    NamedValue each{cexpr::c_text(read, cexpr::ExprStyle::Message), shown(program_, read.type(), *bits)};
    if (std::ranges::find(result, each) == result.end()) result.push_back(std::move(each));
  });
  return result;
}

} // namespace tandem::report
