// Transfer, order and join of abstract states. Expressions are evaluated by the one expression evaluator of
// semantics/core, instantiated with AbstractTarget, so this file only says what edges, calls and returns do. States are
// persistent maps of cells: copying is O(1), and comparison and join skip the parts that two states share.
//
// Widening (Cousot, Cousot, POPL 1977) starts after two merges at a loop head and jumps to thresholds, the constants of
// the program's conditions and their neighbours; after 24 merges it jumps to the ends. Trace partitioning (Mauborgne,
// Rival, ESOP 2005) delays joins for intervals: a partition is a number in the state; at a loop head a new one begins
// as long as the loop condition is constant in the state, and a call splits by the truth of a condition among its
// arguments. Joining takes place within a partition only, and after join_all() everywhere.

#include "analysis/value/value_domain.h"

#include "program/model/expressions.h"

#include <algorithm>

namespace tandem::analysis::value {

namespace {

const AbstractState& of(const reach::DomainState& state) { return static_cast<const AbstractState&>(state); }

// The next activation has its variables in the same objects, but they are others.
template <typename IsEnded> void forget_pointers(AbstractState& state, const IsEnded& is_ended) {
  std::vector<std::uint64_t> stale;
  state.cells().for_each([&](std::uint64_t key, const AbstractCell& cell) {
    if (cell.value.is_address() && is_ended(cell.value.object())) stale.push_back(key);
  });
  for (const std::uint64_t key : stale) state.set(key, {AbstractValue(), state.find(key)->bytes});
}

bool reads(const Expr& expr, const Variable& variable) {
  bool result = false;
  for_each_variable(expr, [&](const Variable& each) { result = result || &each == &variable; });
  return result;
}

MemoryPolicy policy(const ValueOptions& options) {
  MemoryPolicy result;
  result.precision = options.precision;
  result.names = options.names;
  result.tracks = options.tracks;
  return result;
}

} // namespace

ValueDomain::ValueDomain(const Program& program, const pointers::AliasPartition& aliases,
                         const reach::CallStacks& stacks, ValueOptions options)
    : program_(program), aliases_(aliases), stacks_(stacks), asks_about_memory_(asks_about_memory(program)),
      options_(std::move(options)), memory_(aliases, policy(options_)), evaluator_(target_, program.context().types()) {
  if (options_.precision == ValuePrecision::Intervals) collect_thresholds();
}

// Constants of the program's conditions and their neighbours: where a bound is likely to become stable.
void ValueDomain::collect_thresholds() {
  std::set<std::int64_t> found{-1, 0, 1};
  const std::function<void(const Expr&)> visit = [&](const Expr& expr) {
    if (expr.kind() == ExprKind::Integer && expr.type().width() <= 64) {
      const auto value = static_cast<std::int64_t>(expr.value());
      for (const std::int64_t near :
           {value > INT64_MIN ? value - 1 : value, value, value < INT64_MAX ? value + 1 : value})
        found.insert(near);
    }
    for (const Expr* operand : expr.operands()) visit(*operand);
  };
  for (const Edge* edge : program_.edges())
    if (edge->op.kind == OpKind::Assume) visit(*edge->op.value);
  thresholds_.assign(found.begin(), found.end());
}

semantics::ExprEvaluator<AbstractTarget>& ValueDomain::in(AbstractState& state, reach::StackId stack) {
  target_.enter(state, stack);
  return evaluator_;
}

reach::StatePtr ValueDomain::initial(const reach::ControlPoint& start) {
  auto state = std::make_shared<AbstractState>();
  if (options_.names == BlockNames::BySize) memory_.know_all_blocks(*state);
  auto& evaluator = in(*state, start.stack);
  for (const Variable* global : program_.globals()) {
    if (global->is_extern) continue;
    memory_.zero(*state, memory_.variable(*global, start.stack));
    for (const Initializer& part : global->initializers) evaluator.assign(*part.lvalue, *part.value);
  }
  return state;
}

std::vector<reach::Successor> ValueDomain::post(const reach::StatePtr& state, const reach::TransferStep& step) {
  auto next = std::make_shared<AbstractState>(of(*state));
  if (execute(*next, step) == Feasible::No) return {};
  for (const Expr* assumption : step.assumptions)
    if (assume(*next, step.to.stack, *assumption, true) == Feasible::No) return {};
  if (partitions_traces() && step.kind == reach::TransferKind::Call) return split(*next, step);
  forget_dead(*next, step);
  if (!partitions_traces()) return {{std::move(next), {}}};
  if (step.kind == reach::TransferKind::Return) next->partition = partitions_.leave(next->partition);
  if (step.kind == reach::TransferKind::Intraprocedural && is_separate_iteration(of(*state), step.from)) {
    next->partition = partitions_.begin_iteration(next->partition);
    ++iterations_[step.from.location->id];
  }
  return {{std::move(next), {}}};
}

ValueDomain::Feasible ValueDomain::execute(AbstractState& state, const reach::TransferStep& step) {
  switch (step.kind) {
  case reach::TransferKind::Intraprocedural: return along(state, step);
  case reach::TransferKind::Call: return enter(state, step);
  case reach::TransferKind::Return: leave(state, step); return Feasible::Yes;
  }
  unreachable();
}

ValueDomain::Feasible ValueDomain::along(AbstractState& state, const reach::TransferStep& step) {
  const Operation& op = step.edge->op;
  switch (op.kind) {
  case OpKind::Skip: break;
  case OpKind::Assign: in(state, step.from.stack).assign(*op.lvalue, *op.value); break;
  case OpKind::Assume: return assume(state, step.from.stack, *op.value, op.truth);
  case OpKind::Call:
    if (step.callee == nullptr) return call_external(state, step);
    call_without_body(state, step);
    break;
  case OpKind::Return: give(state, step); break;
  case OpKind::Declare: declare(state, step); break;
  case OpKind::Nondet: forget_lvalue(state, step.from.stack, *op.lvalue); break;
  case OpKind::EndScope: {
    AbstractObjectId ended = memory_.variable(*op.variable, step.from.stack);
    // The block of an array of variable length; if it is not known which, any.
    if (op.variable->type->is_pointer() && !op.variable->address_taken) {
      const AbstractValue array = in(state, step.from.stack).value(program_.context().variable(*op.variable));
      memory_.free(state, array);
      if (!array.is_address()) break;
      ended = array.object();
    }
    memory_.end_lifetime(state, ended);
    forget_pointers(state, [&](AbstractObjectId object) { return object == ended; });
    break;
  }
  }
  return Feasible::Yes;
}

ValueDomain::Feasible ValueDomain::assume(AbstractState& state, reach::StackId stack, const Expr& condition,
                                          bool truth) {
  const auto refuted = [&] {
    const AbstractValue known = in(state, stack).condition(condition);
    return known.is_constant() && (known.bits() != 0) != truth;
  };
  if (refuted() || refine_condition(state, stack, condition, truth) == Feasible::No || refuted()) return Feasible::No;
  return Feasible::Yes;
}

void ValueDomain::declare(AbstractState& state, const reach::TransferStep& step) {
  const AbstractObjectId object = memory_.variable(*step.edge->op.variable, step.from.stack);
  memory_.forget(state, object);
  if (asks_about_memory_ && step.edge->op.variable->address_taken) memory_.begin_lifetime(state, object);
}

void ValueDomain::forget_lvalue(AbstractState& state, reach::StackId stack, const Expr& lvalue) {
  auto& evaluator = in(state, stack);
  if (lvalue.type().is_scalar()) return evaluator.write(lvalue, AbstractValue());
  memory_.forget_lvalue(state, AbstractTarget::pointer(evaluator.address(lvalue)), lvalue);
}

// Calls.

ValueDomain::Feasible ValueDomain::enter(AbstractState& state, const reach::TransferStep& step) {
  const Operation& op = step.edge->op;
  auto& evaluator = in(state, step.from.stack);
  if (op.callee == nullptr) {
    const AbstractValue pointer = evaluator.value(*op.value);
    if (pointer.is_constant()) return Feasible::No;
    if (pointer.is_address() && memory_.object(pointer.object()).function != step.callee) return Feasible::No;
    if (pointer.is_any())
      refine(state, step.from.stack, *op.value, AbstractValue::address(memory_.function(*step.callee), 0, 0));
  }
  const auto& parameters = step.callee->parameters();
  const std::size_t count = std::min(parameters.size(), op.arguments.size());
  std::vector<AbstractValue> arguments(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Type& type = *parameters[i]->type;
    const Expr& argument = *op.arguments[i];
    if (type.is_record() && argument.type().is_record())
      arguments[i] = AbstractTarget::pointer(in(state, step.from.stack).address(argument));
    else if (type.is_scalar() && argument.type().is_scalar())
      arguments[i] = in(state, step.from.stack).value(program_.context().cast(type, argument));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Variable& parameter = *parameters[i];
    const AbstractObjectId home = memory_.variable(parameter, step.to.stack);
    if (asks_about_memory_ && parameter.address_taken) memory_.begin_lifetime(state, home);
    if (parameter.type->is_record())
      memory_.copy(state, AbstractValue::address(home, 0, 0), arguments[i], parameter.type->size(), parameter.type);
    else if (parameter.type->is_scalar())
      in(state, step.to.stack).write(program_.context().variable(parameter), arguments[i]);
  }
  return Feasible::Yes;
}

void ValueDomain::give(AbstractState& state, const reach::TransferStep& step) {
  const Expr* value = step.edge->op.value;
  if (value == nullptr) return;
  const AbstractObjectId home = memory_.result(step.from.stack, value->type());
  auto& evaluator = in(state, step.from.stack);
  if (value->type().is_scalar())
    memory_.store(state, home, 0, static_cast<std::uint32_t>(value->type().size()),
                  AbstractTarget::in_cell(value->type(), evaluator.value(*value)));
  else
    memory_.copy(state, AbstractValue::address(home, 0, 0), AbstractTarget::pointer(evaluator.address(*value)),
                 value->type().size(), &value->type());
}

void ValueDomain::leave(AbstractState& state, const reach::TransferStep& step) {
  const Function& callee = *step.callee;
  const auto end = [&](const Variable& variable) {
    const AbstractObjectId object = memory_.variable(variable, step.from.stack);
    memory_.forget(state, object);
    memory_.end_lifetime(state, object);
  };
  for (const Variable* parameter : callee.parameters()) end(*parameter);
  for (const Variable* local : callee.locals()) end(*local);
  if (asks_about_memory_) {
    memory_.end_stack_blocks(state, step.from.stack);
    forget_pointers(state, [&](AbstractObjectId object) {
      const AbstractObject& known = memory_.object(object);
      return known.stack == step.from.stack && known.kind != AbstractObject::Kind::Function &&
             !memory_.is_heap_block(object);
    });
  }
  const Expr* lvalue = step.edge->op.lvalue;
  if (callee.result().is_void()) {
    if (lvalue != nullptr) forget_lvalue(state, step.to.stack, *lvalue);
    return;
  }
  const AbstractObjectId home = memory_.result(step.from.stack, callee.result());
  if (lvalue != nullptr) {
    auto& evaluator = in(state, step.to.stack);
    if (&lvalue->type() != &callee.result())
      forget_lvalue(state, step.to.stack, *lvalue);
    else if (lvalue->type().is_scalar())
      evaluator.write(*lvalue, AbstractTarget::from_cell(
                                   lvalue->type(),
                                   memory_.load(state, home, 0, static_cast<std::uint32_t>(lvalue->type().size()))));
    else
      target_.copy(evaluator.address(*lvalue), *lvalue, {AbstractValue::address(home, 0, 0), 0}, *lvalue,
                   lvalue->type().size());
  }
  memory_.forget(state, home);
}

void ValueDomain::assign_result(AbstractState& state, const reach::TransferStep& step, const AbstractValue& value) {
  const Expr* lvalue = step.edge->op.lvalue;
  if (lvalue == nullptr) return;
  if (value.is_any()) return forget_lvalue(state, step.from.stack, *lvalue);
  in(state, step.from.stack).write(*lvalue, value);
}

// The variables of a caller die with the call, since its arguments are evaluated; but for those that say where its
// result goes.
void ValueDomain::forget_dead(AbstractState& state, const reach::TransferStep& step) {
  const bool is_call = step.kind == reach::TransferKind::Call;
  const reach::StackId stack = step.kind == reach::TransferKind::Return ? step.to.stack : step.from.stack;
  const Expr* lvalue = step.edge->op.lvalue;
  for (const Variable* variable : dying_along(*step.edge))
    if (!is_call || lvalue == nullptr || !reads(*lvalue, *variable))
      memory_.forget(state, memory_.variable(*variable, stack));
}

// Live before the edge or written by it, and not live behind it.
const std::vector<const Variable*>& ValueDomain::dying_along(const Edge& edge) {
  const auto [found, is_new] = dying_.try_emplace(&edge);
  if (!is_new) return found->second;
  const Function& function = *edge.from->function;
  const dataflow::Liveness& liveness = live_.try_emplace(&function, function).first->second;
  const Expr* lvalue = edge.op.lvalue;
  const Variable* written = lvalue != nullptr && lvalue->kind() == ExprKind::Variable ? &lvalue->variable() : nullptr;
  const auto add_if_dying = [&](const Variable* variable) {
    if (liveness.is_live(*edge.to, *variable)) return;
    if (variable == written || liveness.is_live(*edge.from, *variable)) found->second.push_back(variable);
  };
  for (const Variable* parameter : function.parameters()) add_if_dying(parameter);
  for (const Variable* local : function.locals()) add_if_dying(local);
  return found->second;
}

// Order.

bool ValueDomain::covers(const reach::DomainState& larger, const reach::DomainState& smaller,
                         const reach::ControlPoint&) {
  const AbstractState &a = of(larger), &b = of(smaller);
  if (a.cells().same(b.cells())) return true;
  bool result = true;
  const auto includes_cell = [&](std::uint64_t key, const AbstractCell* left, const AbstractCell* right) {
    const AbstractObjectId object = AbstractMemory::object_of(key);
    const std::uint64_t offset = AbstractMemory::offset_of(key);
    if (offset == AbstractMemory::zero_mark) return left == nullptr || right != nullptr;
    if (offset == AbstractMemory::count_mark)
      return left != nullptr && (left->value.is_any() || (right != nullptr && left->value == right->value));
    if (offset == AbstractMemory::lifetime_mark || offset == AbstractMemory::size_mark)
      return left == nullptr || (right != nullptr && includes(left->bytes * 8u, left->value, right->value));
    if (left == nullptr) // unknown, unless the rest of the object is zero
      return !memory_.is_zero_elsewhere(a, object) || (right->value.is_constant() && right->value.bits() == 0);
    const AbstractValue value = right != nullptr && right->bytes == left->bytes
                                    ? right->value
                                    : memory_.load(b, object, static_cast<std::int64_t>(offset), left->bytes);
    return includes(left->bytes * 8u, left->value, value);
  };
  PersistentMap<AbstractCell>::merge(
      a.cells(), b.cells(),
      [&](std::uint64_t key, const AbstractCell* left, const AbstractCell* right) -> std::optional<AbstractCell> {
        result = result && includes_cell(key, left, right);
        return std::nullopt;
      });
  return result;
}

// Trace partitioning.

TracePartitions::Partition TracePartitions::begin_iteration(Partition now) {
  callers_.push_back(callers_[now]);
  return static_cast<Partition>(callers_.size() - 1);
}

TracePartitions::Partition TracePartitions::enter(Partition now, const Edge& call, Argument argument) {
  const auto [found, is_new] = calls_.try_emplace({now, call.id, argument}, 0);
  if (!is_new) return found->second;
  callers_.push_back(now);
  splits_ += argument != Argument::Unknown;
  return found->second = static_cast<Partition>(callers_.size() - 1);
}

bool ValueDomain::is_innermost_head(const Location& location) {
  const Function* function = location.function;
  const graph::WeakOrder& order = orders_.try_emplace(function, *function).first->second;
  const std::int32_t loop = order.headed_component(location);
  return loop != -1 && std::ranges::none_of(order.components(),
                                            [&](const graph::LoopComponent& inner) { return inner.parent == loop; });
}

bool ValueDomain::is_separate_iteration(const AbstractState& state, const reach::ControlPoint& at) {
  if (options_.partitioned_iterations == 0 || at.location->out.size() != 2 || !is_innermost_head(*at.location))
    return false;
  if (iterations_[at.location->id] >= options_.partitioned_iterations) return false;
  AbstractState copy = state;
  return in(copy, at.stack).condition(*at.location->out.front()->op.value).is_constant();
}

// The state after entering a call, once for each truth value of the first argument that is a condition.
std::vector<reach::Successor> ValueDomain::split(const AbstractState& state, const reach::TransferStep& step) {
  using Argument = TracePartitions::Argument;
  const Operation& op = step.edge->op;
  const auto found = std::ranges::find_if(op.arguments, [](const Expr* argument) {
    return argument->kind() == ExprKind::Binary &&
           (is_comparison(argument->binary_op()) || is_logical(argument->binary_op()));
  });
  const auto index = static_cast<std::size_t>(found - op.arguments.begin());
  std::vector<reach::Successor> result;
  const auto add = [&](AbstractState with, Argument argument) {
    with.partition = partitions_.enter(state.partition, *step.edge, argument);
    forget_dead(with, step);
    result.push_back({std::make_shared<AbstractState>(std::move(with)), {}});
  };
  if (index >= step.callee->parameters().size() || partitions_.splits() >= options_.partitioned_calls) {
    add(state, Argument::Unknown);
    return result;
  }
  const Variable& parameter = *step.callee->parameters()[index];
  for (const Argument argument : {Argument::True, Argument::False}) {
    const bool truth = argument == Argument::True;
    AbstractState with = state;
    if (assume(with, step.from.stack, **found, truth) == Feasible::No) continue;
    if (parameter.type->is_integer())
      in(with, step.to.stack)
          .write(program_.context().variable(parameter),
                 AbstractValue::constant(parameter.type->width(), truth ? 1 : 0));
    add(std::move(with), argument);
  }
  return result;
}

bool ValueDomain::are_in_different_partitions(const AbstractState& older, const AbstractState& newer,
                                              const reach::MergePoint& at) {
  if (!partitions_traces() || joins_all_) return false;
  return at.is_loop_head ? is_separate_iteration(newer, at.at) : older.partition != newer.partition;
}

reach::StatePtr ValueDomain::join(const reach::StatePtr& older, const reach::StatePtr& newer,
                                  const reach::MergePoint& at) {
  if (options_.precision == ValuePrecision::Constants) return nullptr;
  const AbstractState &a = of(*older), &b = of(*newer);
  if (are_in_different_partitions(a, b, at)) return nullptr;
  constexpr std::uint32_t joins_before_unbounded = 24;
  static const std::vector<std::int64_t> no_thresholds;
  const bool widens = at.is_loop_head && at.merges >= options_.joins_before_widening;
  const auto value_in = [&](const AbstractState& state, std::uint64_t key, const AbstractCell& like) {
    if (memory_.is_zero_elsewhere(state, AbstractMemory::object_of(key)))
      return memory_.load(state, AbstractMemory::object_of(key),
                          static_cast<std::int64_t>(AbstractMemory::offset_of(key)), like.bytes);
    return AbstractValue();
  };
  const auto cell = [&](std::uint64_t key, const AbstractCell* left,
                        const AbstractCell* right) -> std::optional<AbstractCell> {
    const std::uint64_t offset = AbstractMemory::offset_of(key);
    if (offset == AbstractMemory::zero_mark || offset == AbstractMemory::count_mark) {
      if (left == nullptr || right == nullptr) {
        if (offset == AbstractMemory::zero_mark) return std::nullopt;
        return AbstractCell{AbstractValue(), 4}; // some number of blocks
      }
      return left->value == right->value ? *left : AbstractCell{AbstractValue(), 4};
    }
    if (offset == AbstractMemory::lifetime_mark || offset == AbstractMemory::size_mark) {
      if (left == nullptr || right == nullptr || left->value != right->value) return std::nullopt;
      return *left;
    }
    const AbstractCell& like = left != nullptr ? *left : *right;
    if (left != nullptr && right != nullptr && left->bytes != right->bytes)
      return AbstractCell{AbstractValue(), std::max(left->bytes, right->bytes)};
    const AbstractValue x = left != nullptr ? left->value : value_in(a, key, like);
    const AbstractValue y = right != nullptr ? right->value : value_in(b, key, like);
    const AbstractValue both =
        widens ? widen(like.bytes * 8u, x, y, at.merges < joins_before_unbounded ? thresholds_ : no_thresholds)
               : value::join(like.bytes * 8u, x, y);
    const bool zero_elsewhere = memory_.is_zero_elsewhere(a, AbstractMemory::object_of(key)) &&
                                memory_.is_zero_elsewhere(b, AbstractMemory::object_of(key));
    if (both.is_any() && !zero_elsewhere) return std::nullopt;
    return AbstractCell{both, like.bytes};
  };
  auto result = std::make_shared<AbstractState>();
  result->partition = a.partition;
  result->replace(PersistentMap<AbstractCell>::merge(a.cells(), b.cells(), cell));
  return result;
}

reach::StatePtr ValueDomain::narrow(const reach::StatePtr& older, const reach::StatePtr& newer,
                                    const reach::MergePoint&) {
  return options_.precision == ValuePrecision::Constants ? older : newer;
}

std::uint64_t ValueDomain::hash(const reach::DomainState& state) {
  // With many states of one control point, comparing all of them would be too expensive.
  return options_.precision == ValuePrecision::Constants || partitions_traces() ? of(state).hash() : 0;
}

reach::StatePtr ValueDomain::restricted(const reach::DomainState& state, reach::StackId stack, const Expr& condition,
                                        bool truth) {
  auto result = std::make_shared<AbstractState>(of(state));
  if (assume(*result, stack, condition, truth) == Feasible::No) return nullptr;
  return result;
}

AbstractValue ValueDomain::value_of(const reach::DomainState& state, const Expr& expr, reach::StackId stack) {
  AbstractState copy = of(state);
  return in(copy, stack).value(expr);
}

AbstractValue ValueDomain::value_of(const reach::DomainState& state, const Variable& variable, reach::StackId stack) {
  return AbstractTarget::from_cell(*variable.type, memory_.load(of(state), memory_.variable(variable, stack), 0,
                                                                static_cast<std::uint32_t>(variable.type->size())));
}

} // namespace tandem::analysis::value
