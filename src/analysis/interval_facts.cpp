#include "analysis/interval_facts.h"

#include "analysis/arg.h"
#include "analysis/value_domain.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tandem::analysis {

namespace {

bool has_facts(const Variable& variable) {
  return variable.type->is_integer() && !variable.type->is_bool() && variable.type->width() <= 64;
}

// low <= variable && variable <= high, as far as they say something.
const Expr* condition(Context& context, const Variable& variable, const AbstractValue& value) {
  if (!value.is_range()) return nullptr;
  const Type& type = *variable.type;
  const std::uint32_t width = type.width();
  const Expr& place = context.variable(variable);
  const AbstractValue all;
  const Expr* result = nullptr;
  const auto add = [&](BinaryOp op, std::uint64_t bound) {
    const Expr& part = context.binary(op, place, context.integer(type, UInt128{bound}));
    result = result == nullptr ? &part : &context.binary(BinaryOp::LogicalAnd, *result, part);
  };
  if (type.is_signed()) {
    if (value.is_constant()) {
      add(BinaryOp::Eq, static_cast<std::uint64_t>(value.signed_low(width)));
      return result;
    }
    if (value.signed_low(width) != all.signed_low(width))
      add(BinaryOp::Ge, static_cast<std::uint64_t>(value.signed_low(width)));
    if (value.signed_high(width) != all.signed_high(width))
      add(BinaryOp::Le, static_cast<std::uint64_t>(value.signed_high(width)));
  } else {
    if (value.is_constant()) {
      add(BinaryOp::Eq, value.bits());
      return result;
    }
    if (value.unsigned_low(width) != 0) add(BinaryOp::Ge, value.unsigned_low(width));
    if (value.unsigned_high(width) != all.unsigned_high(width)) add(BinaryOp::Le, value.unsigned_high(width));
  }
  return result;
}

std::vector<const Variable*> visible(const Program& program, const Function& function) {
  std::vector<const Variable*> result;
  for (const auto* list : {&program.globals(), &function.parameters(), &function.locals()})
    std::copy_if(list->begin(), list->end(), std::back_inserter(result),
                 [](const Variable* variable) { return has_facts(*variable); });
  return result;
}

} // namespace

std::map<std::uint32_t, const Expr*> interval_facts(const Program& program, const AliasPartition& aliases,
                                                    const std::function<bool(const Function&)>& is_error,
                                                    const std::function<bool()>& should_stop) {
  CallStacks stacks(program.entry());
  ValueDomain domain(program, aliases, stacks, {.remember = Remember::Ranges});
  ArgOptions options{.order = Order::ReversePostOrder, .at_target = AtTarget::Collect};
  options.is_error = is_error;
  Arg graph(program, aliases, stacks, domain, std::move(options));
  if (graph.explore(should_stop) != Arg::Pause::Done) return {};
  for (const ArgNode& node : graph.nodes())
    if (node.status == NodeStatus::CutOff) return {};
  for (int pass = 0; pass < 2; ++pass) graph.decrease(should_stop);

  // Over all ways to call the function. No value: never there.
  std::map<std::uint32_t, std::map<const Variable*, std::optional<AbstractValue>>> values;
  std::map<std::uint32_t, const Expr*> result;
  Context& context = program.context();
  for (const Location* location : program.locations())
    if (graph.is_loop_head(*location)) result[location->id] = &context.integer(context.types().int_type(), 0);
  for (const ArgNode& node : graph.nodes()) {
    if (node.status == NodeStatus::Removed || !result.contains(node.at.location->id)) continue;
    for (const Variable* variable : visible(program, *node.at.location->function)) {
      auto& known = values[node.at.location->id][variable];
      const AbstractValue here = domain.value_of(*node.state, *variable, node.at.stack);
      known = known ? join(variable->type->width(), *known, here) : here;
    }
    result[node.at.location->id] = &context.integer(context.types().int_type(), 1);
  }
  for (auto& [id, by_variable] : values)
    for (const Variable* variable : visible(program, *program.locations()[id]->function)) {
      const auto& known = by_variable[variable];
      const Expr* fact = known ? condition(context, *variable, *known) : nullptr;
      if (fact == nullptr) continue;
      const bool is_first = result[id]->kind() == ExprKind::Integer;
      result[id] = is_first ? fact : &context.binary(BinaryOp::LogicalAnd, *result[id], *fact);
    }
  return result;
}

} // namespace tandem::analysis
