// A worklist ordered by the weak topological order of all functions on the stack, so that the paths into a point have
// met before the point is executed: each point of a block is executed once, and the block's formula is linear in its
// edges. Joins choose values by the guards of the joined paths (if-then-else terms). The condition automaton and the
// limits advance with every edge; an assumption of the automaton becomes part of the path's guard.

#include "analysis/abstraction/block.h"

#include "program/pointers/call_graph.h"

#include <algorithm>
#include <array>

namespace tandem::analysis::abstraction {

using semantics::symbolic::SymbolicMemory;
using symex::Guard;
using symex::Path;

namespace {

// Register numbers that no variable uses.
constexpr std::uint64_t first_counter = std::uint64_t{1} << 50;

bool is_allocator(std::string_view name) {
  constexpr std::array names{"malloc", "calloc", "alloca", "__builtin_alloca"};
  return std::ranges::find(names, name) != names.end();
}

} // namespace

const symex::CallFrame& Frames::operator[](reach::StackId stack) {
  if (stack >= by_stack_.size()) by_stack_.resize(stacks_.size(), nullptr);
  if (by_stack_[stack] != nullptr) return *by_stack_[stack];
  const Function& function = stacks_.function(stack);
  auto& frame = frames_[{&function, stacks_.activations(stack, function)}];
  // Frames of different functions and recursion depths have different numbers.
  if (!frame)
    frame =
        std::make_unique<symex::CallFrame>(executor_.make_frame(function, static_cast<std::uint32_t>(frames_.size())));
  by_stack_[stack] = frame.get();
  return *frame;
}

BlockRunner::BlockRunner(const Program& program, symex::Executor& executor, reach::CallStacks& stacks, Frames& frames,
                         BlockOptions options)
    : executor_(executor), terms_(executor.terms()), stacks_(stacks), frames_(frames), options_(std::move(options)),
      recursive_(program.functions().size()) {
  const pointers::CallGraph calls(program);
  for (const Function* function : program.functions()) recursive_[function->id()] = calls.is_recursive(*function);
  executor_.memory().let_unconstrained_pointers_write();
  executor_.memory().ignore_lifetimes();
}

const graph::WeakOrder& BlockRunner::order(const Function& function) {
  auto& slot = orders_[&function];
  if (!slot) slot = std::make_unique<graph::WeakOrder>(function);
  return *slot;
}

const dataflow::Liveness& BlockRunner::liveness(const Function& function) {
  auto& slot = liveness_[&function];
  if (!slot) slot = std::make_unique<dataflow::Liveness>(function);
  return *slot;
}

std::vector<std::uint32_t> BlockRunner::rank(reach::ControlPoint point) {
  std::vector<std::uint32_t> result{order(*point.location->function).position(*point.location)};
  for (reach::StackId at = point.stack; stacks_.call(at) != nullptr; at = stacks_.caller(at)) {
    const Location& from = *stacks_.call(at)->from;
    result.push_back(stacks_.function(at).id());
    result.push_back(order(*from.function).position(from));
  }
  std::ranges::reverse(result);
  return result;
}

bool BlockRunner::is_boundary(reach::ControlPoint point, std::uint32_t length) {
  const Location& location = *point.location;
  const Function& function = *location.function;
  if (order(function).headed_component(location) >= 0) return true;
  if (&location == &function.entry() && recursive_[function.id()]) return true;
  if (options_.size != 0 && length >= options_.size) return true;
  if (options_.boundaries == Boundaries::Loops) return false;
  if (&location == &function.entry()) return true;
  return std::ranges::any_of(location.in, [](const Edge* edge) {
    return edge->op.kind == OpKind::Call && edge->op.callee != nullptr && edge->op.callee->has_body();
  });
}

ProductPoint BlockRunner::start() {
  const reach::ControlPoint at{&stacks_.function(reach::CallStacks::bottom).entry(), reach::CallStacks::bottom};
  return {at,
          options_.condition_domain == nullptr ? 0 : condition_state_number(options_.condition_domain->initial(at))};
}

std::uint32_t BlockRunner::condition_state_number(const reach::StatePtr& state) {
  const auto [found, added] =
      condition_state_numbers_.try_emplace(state.get(), static_cast<std::uint32_t>(condition_states_.size()));
  if (added) condition_states_.push_back(state);
  return found->second;
}

reach::StatePtr BlockRunner::first_counts() {
  const reach::ControlPoint at{&stacks_.function(reach::CallStacks::bottom).entry(), reach::CallStacks::bottom};
  return options_.limits == nullptr ? nullptr : options_.limits->initial(at);
}

Block BlockRunner::run(ProductPoint start, const semantics::symbolic::SymbolicState& state,
                       const reach::StatePtr& counts) {
  const auto begin = std::chrono::steady_clock::now();
  block_ = {};
  numbers_.clear();
  exits_.clear();
  exit_paths_.clear();
  pending_.clear();
  executor_.findings().inputs.clear();
  executor_.findings().unsupported.clear();
  number(start);
  pending_.emplace(rank(start.at), Pending{start, 0, Path{state, {}}, counts});
  while (!pending_.empty() && !stopped_) {
    auto first = pending_.extract(pending_.begin());
    const Pending& at = first.mapped();
    const bool late = options_.time && std::chrono::steady_clock::now() - begin > *options_.time;
    for (const Edge* edge : at.point.at.location->out) {
      const Move step{at, *edge, number(at.point), at.point.condition_state, {}, at.counts};
      if (late)
        leave(step, {.kind = ExitKind::CutOff, .to = at.point, .edge = edge, .text = "steps that take too long"},
              at.path);
      else
        execute(step, at.path);
    }
    if (++executed_ % 64 == 0 && options_.should_stop && options_.should_stop()) stopped_ = true;
  }
  for (std::size_t i = 0; i < block_.exits.size(); ++i) {
    block_.exits[i].guard = exit_paths_[i].guard.all(terms_);
    block_.exits[i].state = exit_paths_[i].state;
  }
  block_.inputs = std::move(executor_.findings().inputs);
  return std::move(block_);
}

std::uint32_t BlockRunner::number(ProductPoint point) {
  const auto [found, added] = numbers_.try_emplace(point.key(), static_cast<std::uint32_t>(block_.points.size()));
  if (added) block_.points.push_back(point);
  return found->second;
}

BlockStep& BlockRunner::add_step(const Move& step) {
  return block_.steps.emplace_back(BlockStep{.from = step.from, .edge = &step.edge, .assumptions = step.assumptions});
}

void BlockRunner::advance_condition(const Move& step, reach::TransferKind kind, reach::ControlPoint to, Path path,
                                    const std::function<void(const Move&, Path)>& go) {
  if (options_.condition_domain == nullptr) return go(step, std::move(path));
  const reach::TransferStep taken{.kind = kind, .edge = &step.edge, .from = step.at.point.at, .to = to};
  for (const reach::Successor& successor :
       options_.condition_domain->post(condition_states_[step.condition_state], taken)) {
    Move next = step;
    next.condition_state = condition_state_number(successor.state);
    next.assumptions = successor.assumptions;
    Path chosen = path;
    for (const Expr* assumption : successor.assumptions) {
      const smt::Term holds = executor_.in(chosen.state, frames_[to.stack]).condition(*assumption);
      chosen.guard = chosen.guard.with(terms_, holds);
    }
    const bool verified = options_.condition_domain->exploration_status(*successor.state, to).kind ==
                          reach::ExplorationStatus::Kind::Verified;
    if (verified || terms_.is_false(chosen.guard.all(terms_)))
      add_step(next);
    else
      go(next, std::move(chosen));
  }
}

bool BlockRunner::count(Move& step, reach::TransferKind kind, const Edge& edge, reach::ControlPoint from,
                        reach::ControlPoint to, const Path& path) {
  if (options_.limits == nullptr) return true;
  const reach::TransferStep taken{.kind = kind, .edge = &edge, .from = from, .to = to};
  step.counts = options_.limits->post(step.counts, taken).front().state;
  const reach::ExplorationStatus status = options_.limits->exploration_status(*step.counts, to);
  if (status.kind != reach::ExplorationStatus::Kind::CutOff) return true;
  leave(step, {.kind = ExitKind::CutOff, .to = step.at.point, .edge = &edge, .text = status.reason}, path);
  return false;
}

symex::Site BlockRunner::site(const Move& step, std::uint32_t time) {
  return {frame(step), step.edge, {step.at.point.at.stack, step.edge.id, time}};
}

void BlockRunner::execute(const Move& step, Path path) {
  const Operation& op = step.edge.op;
  auto& evaluator = executor_.in(path.state, frame(step));
  switch (op.kind) {
  case OpKind::Skip: break;
  case OpKind::Assign: evaluator.assign(*op.lvalue, *op.value); break;
  case OpKind::Assume: {
    const smt::Term holds = evaluator.condition(*op.value);
    path.guard = path.guard.with(terms_, op.truth ? holds : terms_.not_(holds));
    break;
  }
  case OpKind::Call: return execute_call(step, std::move(path));
  case OpKind::Return:
    if (op.value != nullptr) executor_.put_result(path.state, frame(step), *op.value);
    break;
  case OpKind::Declare: executor_.declare(path.state, frame(step), *op.variable); break;
  case OpKind::Nondet: executor_.assign_nondet(site(step, 0), path); break;
  case OpKind::EndScope: executor_.end_scope(path.state, frame(step), *op.variable); break;
  }
  go_on(step, reach::TransferKind::Intraprocedural, {step.edge.to, step.at.point.at.stack}, std::move(path));
}

// Calls.

void BlockRunner::execute_call(const Move& step, Path path) {
  const Operation& op = step.edge.op;
  if (op.callee != nullptr) return call(step, *op.callee, std::move(path));
  for (const symex::CallCase& to : executor_.call_cases(site(step, 0), path)) {
    Path chosen{path.state, path.guard.with(terms_, to.condition)};
    if (terms_.is_false(chosen.guard.all(terms_))) continue;
    switch (to.kind) {
    case symex::CallCase::Kind::Program: call(step, *to.function, std::move(chosen)); break;
    case symex::CallCase::Kind::External:
      go_on(step, reach::TransferKind::Intraprocedural, {step.edge.to, step.at.point.at.stack},
            executor_.call_external(site(step, 0), std::move(chosen)));
      break;
    case symex::CallCase::Kind::Unknown:
      executor_.add_unsupported(step.edge, "a call through a pointer that may lead anywhere", chosen);
      leave_through_unsupported(step);
      break;
    }
  }
}

void BlockRunner::call(const Move& step, const Function& callee, Path path) {
  const reach::ControlPoint after_call{step.edge.to, step.at.point.at.stack};
  if (options_.error_functions.contains(callee))
    return advance_condition(
        step, reach::TransferKind::Intraprocedural, after_call, std::move(path), [this](const Move& next, Path chosen) {
          leave(next, {.kind = ExitKind::Error, .to = next.at.point, .edge = &next.edge}, std::move(chosen));
        });
  if (callee.has_body()) return enter(step, callee, std::move(path));
  std::optional<Path> after = call_external(step, callee, std::move(path));
  leave_through_unsupported(step);
  if (after)
    go_on(step, reach::TransferKind::Intraprocedural, after_call, std::move(*after));
  else
    add_step(step);
}

void BlockRunner::enter(const Move& step, const Function& callee, Path path) {
  if (stacks_.activations(step.at.point.at.stack, callee) >= options_.recursion_bound)
    return leave(step, {.kind = ExitKind::Beyond, .to = step.at.point, .edge = &step.edge}, std::move(path));
  const reach::StackId inner = stacks_.push(step.at.point.at.stack, step.edge, callee);
  executor_.pass_arguments(path.state, frame(step), step.edge, frames_[inner]);
  go_on(step, reach::TransferKind::Call, {&callee.entry(), inner}, std::move(path));
}

std::optional<Path> BlockRunner::call_external(const Move& step, const Function& callee, Path path) {
  if (is_allocator(callee.name())) return allocate(step, callee, std::move(path));
  return executor_.call_without_body(site(step, 0), callee, std::move(path));
}

bool BlockRunner::is_allocation_counter(std::uint64_t key) {
  return key >= SymbolicMemory::temporary_key(first_counter) && key < SymbolicMemory::temporary_key(2 * first_counter);
}

std::uint64_t BlockRunner::largest(smt::Term count) const {
  if (terms_.is_constant(count)) return terms_.bits(count).low();
  if (terms_.kind(count) != smt::Kind::Ite) return options_.allocation_bound;
  return std::max(largest(terms_.arg(count, 1)), largest(terms_.arg(count, 2)));
}

std::optional<Path> BlockRunner::allocate(const Move& step, const Function& callee, Path path) {
  const std::uint64_t number =
      counters_.try_emplace({step.at.point.at.stack, &step.edge}, first_counter + counters_.size()).first->second;
  const std::uint64_t key = SymbolicMemory::temporary_key(number);
  const smt::Term* count = path.state.cells.find(key);
  const std::uint64_t before = count == nullptr ? 0 : largest(*count);
  if (before >= options_.allocation_bound) {
    // The address is unconstrained: stores through it may hit any object.
    if (const Expr* lvalue = step.edge.op.lvalue)
      executor_.assign_result(site(step, 0), path, terms_.fresh("block", semantics::symbolic::sort_of(lvalue->type())));
    return path;
  }
  std::optional<Path> after =
      executor_.call_without_body(site(step, static_cast<std::uint32_t>(before)), callee, std::move(path));
  if (after) after->state.cells.set(key, terms_.bv(32, before + 1));
  return after;
}

// Successors and exits.

void BlockRunner::go_on(const Move& step, reach::TransferKind kind, reach::ControlPoint to, Path path) {
  if (terms_.is_false(path.guard.all(terms_))) {
    add_step(step);
    return;
  }
  Move counted = step;
  if (!count(counted, kind, step.edge, step.at.point.at, to, path)) return;
  advance_condition(counted, kind, to, std::move(path),
                    [this, to](const Move& next, Path chosen) { arrive(next, to, std::move(chosen)); });
}

void BlockRunner::arrive(const Move& step, reach::ControlPoint to, Path path) {
  if (to.location == &to.location->function->exit()) return return_to_caller(step, to.stack, std::move(path));
  const ProductPoint point{to, step.condition_state};
  const std::uint32_t length = step.at.length + 1;
  if (is_boundary(to, length)) return leave(step, {.kind = ExitKind::Abstraction, .to = point}, std::move(path));
  BlockStep& taken = add_step(step);
  taken.to = number(point);
  taken.guard = path.guard.all(terms_);
  auto rank = this->rank(to);
  rank.push_back(step.condition_state);
  const auto found = pending_.find(rank);
  if (found == pending_.end()) {
    pending_.emplace(std::move(rank), Pending{point, length, std::move(path), step.counts});
    return;
  }
  if (options_.limits != nullptr)
    found->second.counts = options_.limits->join(found->second.counts, step.counts, {.at = to});
  found->second.length = std::max(found->second.length, length);
  found->second.path = join(std::move(found->second.path), std::move(path));
}

void BlockRunner::return_to_caller(const Move& step, reach::StackId callee, Path path) {
  const Edge* call = stacks_.call(callee);
  if (call == nullptr) {
    add_step(step);
    return;
  }
  executor_.end_frame(path.state, frames_[callee]);
  executor_.take_result(path.state, frames_[callee], frames_[stacks_.caller(callee)], *call);
  const reach::ControlPoint after{call->to, stacks_.caller(callee)};
  Move counted = step;
  if (!count(counted, reach::TransferKind::Return, *call, {&stacks_.function(callee).exit(), callee}, after, path))
    return;
  arrive(counted, after, std::move(path));
}

void BlockRunner::leave(const Move& step, BlockExit exit, Path path) {
  auto next = static_cast<std::uint32_t>(block_.exits.size());
  if (exit.kind == ExitKind::Abstraction) {
    const auto [found, added] = exits_.try_emplace(exit.to.key(), next);
    next = found->second;
    if (!added) exit_paths_[next] = join(std::move(exit_paths_[next]), std::move(path));
    if (!added && options_.limits != nullptr)
      block_.exits[next].counts = options_.limits->join(block_.exits[next].counts, step.counts, {.at = exit.to.at});
  }
  add_step(step).exit = next;
  if (next < block_.exits.size()) return;
  exit.counts = step.counts;
  block_.exits.push_back(std::move(exit));
  exit_paths_.push_back(std::move(path));
}

void BlockRunner::leave_through_unsupported(const Move& step) {
  for (const symex::UnsupportedTerm& construct : executor_.findings().unsupported) {
    Path path{step.at.path.state, Guard().with(terms_, construct.guard)};
    leave(step, {.kind = ExitKind::Unsupported, .to = step.at.point, .edge = construct.edge, .text = construct.text},
          std::move(path));
  }
  executor_.findings().unsupported.clear();
}

Path BlockRunner::join(Path a, Path b) {
  const Guard::Join joined = Guard::join(terms_, a.guard, b.guard);
  return {executor_.memory().merge(joined.choose, a.state, b.state), joined.guard};
}

} // namespace tandem::analysis::abstraction
