// Three explorations of growing precision: plain intervals, then with trace partitioning by calls, then also by
// iterations. Each adds its facts to the earlier ones; the sequence ends when no call may fail any more, or when one is
// stopped, so that a short time limit still leaves the facts of the cheap ones. After each exploration, two decreasing
// iterations recover loop bounds that widening lost.

#include "analysis/value/interval_facts.h"

#include "analysis/reach/arg.h"
#include "analysis/value/value_domain.h"
#include "analysis/value/value_invariants.h"
#include "program/pointers/call_graph.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tandem::analysis::value {

namespace {

const Expr* both(Context& context, const Expr* a, const Expr* b) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  return &context.binary(BinaryOp::LogicalAnd, *a, *b);
}

// One exploration of the program.
class Exploration {
public:
  Exploration(const Program& program, const pointers::AliasPartition& aliases, const ErrorFunctions& error_functions,
              ValueOptions values)
      : program_(program), error_functions_(error_functions), stacks_(program.entry()),
        domain_(program, aliases, stacks_, std::move(values)),
        graph_(program, aliases, stacks_, domain_, options(error_functions)) {}

  IntervalFacts run(const std::function<bool()>& should_stop) {
    IntervalFacts facts;
    if (graph_.explore(should_stop) != reach::Arg::Pause::Done) return facts;
    for (const reach::ArgNode& node : graph_.nodes())
      if (node.status == reach::NodeStatus::CutOff) return facts;
    domain_.join_all();
    for (int pass = 0; pass < 2; ++pass) graph_.decreasing_iteration(should_stop);
    facts.is_complete = true;
    find_heads(facts);
    find_failures(facts);
    return facts;
  }

private:
  static reach::ArgOptions options(const ErrorFunctions& error_functions) {
    reach::ArgOptions options{.order = reach::Order::ReversePostOrder, .at_target = reach::AtTarget::Collect};
    options.error_functions = error_functions;
    return options;
  }

  void find_heads(IntervalFacts& facts) {
    // Joined over all call stacks. No value if never reached.
    std::map<std::uint32_t, std::map<const Variable*, std::optional<AbstractValue>>> values;
    Context& context = program_.context();
    const Type& truth = context.types().int_type();
    for (const Location* location : program_.locations())
      if (graph_.is_loop_head(*location)) facts.at_heads[location->id] = &context.integer(truth, 0);
    for (const reach::ArgNode& node : graph_.nodes()) {
      const std::uint32_t id = node.at.location->id;
      if (node.status == reach::NodeStatus::Removed || !facts.at_heads.contains(id)) continue;
      for (const Variable* variable : variables_with_ranges(program_, *node.at.location->function)) {
        auto& known = values[id][variable];
        const AbstractValue here = domain_.value_of(*node.state, *variable, node.at.stack);
        known = known ? join(variable->type->width(), *known, here) : here;
      }
      facts.at_heads[id] = &context.integer(truth, 1);
    }
    for (auto& [id, by_variable] : values) {
      const Expr* result = nullptr;
      for (const Variable* variable : variables_with_ranges(program_, *program_.locations()[id]->function))
        if (const auto& known = by_variable[variable])
          result = both(context, result, range_condition(context, *variable, *known));
      if (result != nullptr) facts.at_heads[id] = result;
    }
  }

  void find_failures(IntervalFacts& facts) {
    facts.may_fail.assign(program_.edges().size(), false);
    for (const reach::ArgNode& node : graph_.nodes()) {
      if (node.status != reach::NodeStatus::Target) continue;
      bool is_direct = false;
      for (const Edge* edge : node.at.location->out) {
        if (!error_functions_.is_error_call(*edge)) continue;
        is_direct = facts.may_fail[edge->id] = true;
      }
      // Through a pointer: any call may be the one.
      if (!is_direct) return facts.may_fail.assign(program_.edges().size(), true);
      for (reach::StackId stack = node.at.stack; stacks_.call(stack) != nullptr; stack = stacks_.caller(stack))
        facts.may_fail[stacks_.call(stack)->id] = true;
    }
  }

  const Program& program_;
  const ErrorFunctions& error_functions_;
  reach::CallStacks stacks_;
  ValueDomain domain_;
  reach::Arg graph_;
};

// Conjoins the facts of two explorations.
void add(IntervalFacts& facts, const IntervalFacts& more, Context& context) {
  for (auto& [id, fact] : facts.at_heads) {
    const Expr* other = more.at_heads.at(id);
    // One of them may be trivial, or say that the head is never reached.
    if (fact->kind() == ExprKind::Integer)
      fact = fact->bits() == 0 ? fact : other;
    else if (other->kind() == ExprKind::Integer)
      fact = other->bits() == 0 ? other : fact;
    else if (other != fact)
      fact = both(context, fact, other);
  }
  for (std::size_t i = 0; i < facts.may_fail.size(); ++i) facts.may_fail[i] = facts.may_fail[i] && more.may_fail[i];
}

// What a library function calls, the exploration does not see.
bool calls_back(const Program& program, const pointers::AliasPartition& aliases) {
  const pointers::CallGraph calls(program, aliases);
  return std::ranges::any_of(aliases.callbacks(), [&](const pointers::AliasPartition::Callback& callback) {
    return calls.is_reachable(*callback.caller);
  });
}

} // namespace

IntervalFacts interval_facts(const Program& program, const pointers::AliasPartition& aliases,
                             const ErrorFunctions& error_functions, const std::function<bool()>& should_stop) {
  IntervalFacts facts;
  if (calls_back(program, aliases)) return facts;
  const ValueOptions efforts[] = {
      {.precision = ValuePrecision::Intervals},
      {.precision = ValuePrecision::Intervals, .partitioned_calls = 1000},
      {.precision = ValuePrecision::Intervals, .partitioned_iterations = 2000, .partitioned_calls = 1000}};
  for (const ValueOptions& effort : efforts) {
    const IntervalFacts more = Exploration(program, aliases, error_functions, effort).run(should_stop);
    if (!more.is_complete) break;
    if (facts.is_complete)
      add(facts, more, program.context());
    else
      facts = more;
    if (std::find(facts.may_fail.begin(), facts.may_fail.end(), true) == facts.may_fail.end()) break;
  }
  return facts;
}

} // namespace tandem::analysis::value
