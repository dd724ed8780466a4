// A step is taken by the domain of values (value/value_domain.h), after the nodes of lists that it uses have become
// blocks (materialisation), so that it meets blocks only. Where paths meet, blocks get new names, and neighbours are
// summarised at loop heads.

#include "analysis/shape/shape_domain.h"

#include "analysis/shape/uses.h"
#include "program/model/program.h"

namespace tandem::analysis::shape {

namespace {

const AbstractState& of(const reach::DomainState& state) { return static_cast<const AbstractState&>(state); }

value::ValueOptions options() {
  value::ValueOptions result;
  result.precision = value::ValuePrecision::Intervals;
  result.names = value::BlockNames::BySize;
  return result;
}

std::uint8_t pointer_bytes(const Program& program) { return program.data_model() == DataModel::ILP32 ? 4 : 8; }

} // namespace

ShapeDomain::ShapeDomain(const Program& program, const pointers::AliasPartition& aliases,
                         const reach::CallStacks& stacks, const StatesApart& most)
    : values_(program, aliases, stacks, options()), lists_(values_.memory(), pointer_bytes(program)),
      most_apart_(most) {}

reach::StatePtr ShapeDomain::initial(const reach::ControlPoint& start) { return values_.initial(start); }

std::vector<reach::Successor> ShapeDomain::post(const reach::StatePtr& state, const reach::TransferStep& step) {
  std::vector<reach::Successor> result;
  for (AbstractState& each : materialised(of(*state), step))
    for (const reach::StatePtr& part : by_condition(std::make_shared<AbstractState>(std::move(each)), step))
      for (reach::Successor& next : values_.post(part, step))
        result.push_back({tidied(next.state, step), std::move(next.assumptions)});
  return result;
}

// Which of two values is assigned, or whether a condition holds, often decides which field is used later.
std::vector<reach::StatePtr> ShapeDomain::by_condition(const reach::StatePtr& state, const reach::TransferStep& step) {
  const Operation& op = step.edge->op;
  if (op.kind != OpKind::Assign) return {state};
  const Expr* value = op.value;
  while (value->kind() == ExprKind::Cast) value = &value->operand(0);
  const bool is_comparison_of = value->kind() == ExprKind::Binary && is_comparison(value->binary_op());
  if (value->kind() != ExprKind::Conditional && !is_comparison_of) return {state};
  const Expr& condition = is_comparison_of ? *value : value->operand(0);
  std::vector<reach::StatePtr> result;
  for (const bool truth : {true, false})
    if (reach::StatePtr part = values_.restricted(*state, step.from.stack, condition, truth))
      result.push_back(std::move(part));
  return result;
}

std::vector<AbstractState> ShapeDomain::materialised(const AbstractState& state, const reach::TransferStep& step) {
  std::vector<AbstractState> result, work{state};
  while (!work.empty()) {
    const AbstractState now = std::move(work.back());
    work.pop_back();
    AbstractValue found;
    const bool uses_list = uses_pointer(step, [&](const Expr& pointer, reach::StackId stack) {
      found = values_.value_of(now, pointer, stack);
      return lists_.is_to_list(now, found);
    });
    if (!uses_list) {
      result.push_back(now);
      continue;
    }
    for (AbstractState& next : lists_.materialise(now, found)) work.push_back(std::move(next));
  }
  return result;
}

reach::StatePtr ShapeDomain::tidied(const reach::StatePtr& state, const reach::TransferStep& step) {
  const Location& here = *step.to.location;
  const bool is_head = is_loop_head(here); // perhaps the function's entry
  if (!is_head && here.in.size() < 2 && step.kind != reach::TransferKind::Return) return state;
  AbstractState named = canonical(values_.memory(), of(*state));
  if (is_head) {
    lists_.summarise(named);
    named = canonical(values_.memory(), named);
  }
  return std::make_shared<AbstractState>(std::move(named));
}

bool ShapeDomain::is_loop_head(const Location& location) {
  const graph::WeakOrder& order = orders_.try_emplace(location.function, *location.function).first->second;
  return order.headed_component(location) != -1;
}

bool ShapeDomain::covers(const reach::DomainState& larger, const reach::DomainState& smaller,
                         const reach::ControlPoint& at) {
  return have_one_shape(values_.memory(), of(larger), of(smaller)) && values_.covers(larger, smaller, at);
}

reach::StatePtr ShapeDomain::join(const reach::StatePtr& older, const reach::StatePtr& newer,
                                  const reach::MergePoint& at) {
  if (!have_one_shape(values_.memory(), of(*older), of(*newer)) || keeps_apart(*newer, at)) return nullptr;
  return values_.join(older, newer, at);
}

bool ShapeDomain::keeps_apart(const reach::DomainState& newer, const reach::MergePoint& at) {
  Apart& apart = apart_[{at.at.location->id, at.at.stack}];
  if (apart.last == &newer) return true;
  if (apart.count >= (at.is_loop_head ? most_apart_.at_loop_head : most_apart_.elsewhere)) {
    has_reached_limit_ = true;
    return false;
  }
  ++apart.count;
  apart.last = &newer;
  return true;
}

std::uint64_t ShapeDomain::hash(const reach::DomainState& state) { return of(state).hash(); }

reach::ExplorationStatus ShapeDomain::exploration_status(const reach::DomainState& state, const reach::ControlPoint&) {
  if (values_.memory().is_given_up(of(state)))
    return reach::ExplorationStatus::cut_off("a pointer of which nothing is known is written through or freed");
  return reach::ExplorationStatus::open();
}

} // namespace tandem::analysis::shape
