// State that outlives a call is usually kept in a record, and callees get a pointer to it: all members are taken, also
// those that this function does not mention. Arrays and unions are left out.

#include "analysis/invariants/sampled_lvalues.h"

#include <map>

namespace tandem::analysis::invariants {

namespace {

constexpr std::size_t most_members = 8, most_lvalues = 24;

void add_members(Context& context, const Expr& lvalue, std::size_t most, std::vector<const Expr*>& result) {
  const Type& type = lvalue.type();
  if (result.size() >= most) return;
  if (type.is_integer() && !type.is_bool()) result.push_back(&lvalue);
  if (!type.is_record() || type.is_union() || !type.is_complete()) return;
  for (std::uint32_t i = 0; i < type.fields().size(); ++i)
    if (!type.fields()[i].is_bit_field()) add_members(context, context.field(lvalue, i), most, result);
}

} // namespace

std::vector<const Expr*> sampled_lvalues(const Program& program, const Function& function) {
  std::map<std::uint32_t, const Variable*> mentioned;
  const auto mention = [&](const Expr* expr) {
    if (expr != nullptr)
      for_each_variable(*expr, [&](const Variable& variable) { mentioned[variable.id] = &variable; });
  };
  for (const Edge* edge : function.edges()) {
    mention(edge->op.value);
    mention(edge->op.lvalue);
    for (const Expr* argument : edge->op.arguments) mention(argument);
  }
  Context& context = program.context();
  std::vector<const Expr*> result;
  for (const auto& [id, variable] : mentioned) {
    const std::size_t most = std::min(result.size() + most_members, most_lvalues);
    const Expr& name = context.variable(*variable);
    const bool is_in_memory = variable->address_taken || !variable->type->is_scalar();
    if (is_in_memory)
      add_members(context, name, most, result);
    else if (variable->type->is_pointer() && variable->type->element().is_record())
      add_members(context, context.deref(name), most, result);
  }
  return result;
}

} // namespace tandem::analysis::invariants
