#include "analysis/predicate_block.h"

#include "program/call_graph.h"

#include <algorithm>
#include <array>

namespace tandem::analysis::predicate {

using semantics::SymbolicMemory;
using vcgen::Guard;
using vcgen::Path;

namespace {

// Register numbers that no variable has.
constexpr std::uint64_t first_counter = std::uint64_t{1} << 50;

bool is_allocator(std::string_view name) {
  constexpr std::array names{"malloc", "calloc", "alloca", "__builtin_alloca"};
  return std::ranges::find(names, name) != names.end();
}

} // namespace

const vcgen::CallFrame& Frames::operator[](StackId stack) {
  if (stack >= by_stack_.size()) by_stack_.resize(stacks_.size(), nullptr);
  if (by_stack_[stack] != nullptr) return *by_stack_[stack];
  const Function& function = stacks_.function(stack);
  auto& frame = frames_[{&function, stacks_.activations(stack, function)}];
  // Frames of different functions have different numbers, whatever their nesting.
  if (!frame)
    frame =
        std::make_unique<vcgen::CallFrame>(executor_.make_frame(function, static_cast<std::uint32_t>(frames_.size())));
  by_stack_[stack] = frame.get();
  return *frame;
}

BlockRunner::BlockRunner(const Program& program, vcgen::Executor& executor, CallStacks& stacks, Frames& frames,
                         BlockOptions options)
    : executor_(executor), terms_(executor.terms()), stacks_(stacks), frames_(frames), options_(std::move(options)),
      recursive_(program.functions().size()) {
  const CallGraph calls(program);
  for (const Function* function : program.functions()) recursive_[function->id()] = calls.is_recursive(*function);
  executor_.memory().let_unknown_pointers_write();
}

const WeakOrder& BlockRunner::order(const Function& function) {
  auto& slot = orders_[&function];
  if (!slot) slot = std::make_unique<WeakOrder>(function);
  return *slot;
}

const Liveness& BlockRunner::liveness(const Function& function) {
  auto& slot = liveness_[&function];
  if (!slot) slot = std::make_unique<Liveness>(function);
  return *slot;
}

std::vector<std::uint32_t> BlockRunner::rank(Position point) {
  std::vector<std::uint32_t> result{order(*point.location->function).position(*point.location)};
  for (StackId at = point.stack; stacks_.call(at) != nullptr; at = stacks_.caller(at)) {
    const Location& from = *stacks_.call(at)->from;
    result.push_back(stacks_.function(at).id());
    result.push_back(order(*from.function).position(from));
  }
  std::ranges::reverse(result);
  return result;
}

bool BlockRunner::is_boundary(Position point, std::uint32_t length) {
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

Point BlockRunner::start() {
  const Position at{&stacks_.function(CallStacks::bottom).entry(), CallStacks::bottom};
  return {at, options_.company == nullptr ? 0 : company_number(options_.company->initial(at))};
}

std::uint32_t BlockRunner::company_number(const StatePtr& state) {
  const auto [found, added] = company_numbers_.try_emplace(state.get(), static_cast<std::uint32_t>(company_.size()));
  if (added) company_.push_back(state);
  return found->second;
}

StatePtr BlockRunner::first_counts() {
  const Position at{&stacks_.function(CallStacks::bottom).entry(), CallStacks::bottom};
  return options_.limits == nullptr ? nullptr : options_.limits->initial(at);
}

Block BlockRunner::run(Point start, const semantics::SymbolicState& state, const StatePtr& counts) {
  const auto begin = std::chrono::steady_clock::now();
  block_ = {};
  numbers_.clear();
  exits_.clear();
  exit_paths_.clear();
  pending_.clear();
  executor_.findings().inputs.clear();
  executor_.findings().gaps.clear();
  number(start);
  pending_.emplace(rank(start.at), Pending{start, 0, Path{state, {}}, counts});
  while (!pending_.empty() && !stopped_) {
    auto first = pending_.extract(pending_.begin());
    const Pending& at = first.mapped();
    const bool late = options_.time && std::chrono::steady_clock::now() - begin > *options_.time;
    for (const Edge* edge : at.point.at.location->out) {
      const Move step{at, *edge, number(at.point), at.point.company, {}, at.counts};
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

std::uint32_t BlockRunner::number(Point point) {
  const auto [found, added] = numbers_.try_emplace(point.key(), static_cast<std::uint32_t>(block_.points.size()));
  if (added) block_.points.push_back(point);
  return found->second;
}

BlockStep& BlockRunner::add_step(const Move& step) {
  return block_.steps.emplace_back(BlockStep{.from = step.from, .edge = &step.edge, .assumptions = step.assumptions});
}

void BlockRunner::accompany(const Move& step, StepKind kind, Position to, Path path,
                            const std::function<void(const Move&, Path)>& go) {
  if (options_.company == nullptr) return go(step, std::move(path));
  const analysis::Step taken{.kind = kind, .edge = &step.edge, .from = step.at.point.at, .to = to};
  for (const Successor& successor : options_.company->post(company_[step.company], taken)) {
    Move next = step;
    next.company = company_number(successor.state);
    next.assumptions = successor.assumptions;
    Path chosen = path;
    for (const Expr* assumption : successor.assumptions) {
      const Term holds = executor_.in(chosen.state, frames_[to.stack]).condition(*assumption);
      chosen.guard = chosen.guard.with(terms_, holds);
    }
    const bool settled = options_.company->standing(*successor.state, to).kind == Standing::Kind::Settled;
    if (settled || terms_.is_false(chosen.guard.all(terms_)))
      add_step(next);
    else
      go(next, std::move(chosen));
  }
}

bool BlockRunner::count(Move& step, StepKind kind, const Edge& edge, Position from, Position to, const Path& path) {
  if (options_.limits == nullptr) return true;
  const analysis::Step taken{.kind = kind, .edge = &edge, .from = from, .to = to};
  step.counts = options_.limits->post(step.counts, taken).front().state;
  const Standing standing = options_.limits->standing(*step.counts, to);
  if (standing.kind != Standing::Kind::CutOff) return true;
  leave(step, {.kind = ExitKind::CutOff, .to = step.at.point, .edge = &edge, .text = standing.reason}, path);
  return false;
}

vcgen::Site BlockRunner::site(const Move& step, std::uint32_t time) {
  return {frame(step), step.edge, {step.at.point.at.stack, step.edge.id, time}};
}

void BlockRunner::execute(const Move& step, Path path) {
  const Operation& op = step.edge.op;
  auto& lower = executor_.in(path.state, frame(step));
  switch (op.kind) {
  case OpKind::Skip: break;
  case OpKind::Assign: lower.assign(*op.place, *op.value); break;
  case OpKind::Assume: {
    const Term holds = lower.condition(*op.value);
    path.guard = path.guard.with(terms_, op.truth ? holds : terms_.not_(holds));
    break;
  }
  case OpKind::Call: return execute_call(step, std::move(path));
  case OpKind::Return:
    if (op.value != nullptr) executor_.put_result(path.state, frame(step), *op.value);
    break;
  case OpKind::Declare: executor_.declare(path.state, frame(step), *op.variable); break;
  case OpKind::Nondet: executor_.take_any_value(site(step, 0), path); break;
  }
  go_on(step, StepKind::Along, {step.edge.to, step.at.point.at.stack}, std::move(path));
}

// Calls.

void BlockRunner::execute_call(const Move& step, Path path) {
  const Operation& op = step.edge.op;
  if (op.callee != nullptr) return call(step, *op.callee, std::move(path));
  for (const vcgen::CallCase& to : executor_.call_cases(site(step, 0), path)) {
    Path chosen{path.state, path.guard.with(terms_, to.condition)};
    if (terms_.is_false(chosen.guard.all(terms_))) continue;
    switch (to.kind) {
    case vcgen::CallCase::Kind::Program: call(step, *to.function, std::move(chosen)); break;
    case vcgen::CallCase::Kind::Outside:
      go_on(step, StepKind::Along, {step.edge.to, step.at.point.at.stack},
            executor_.call_outside(site(step, 0), std::move(chosen)));
      break;
    case vcgen::CallCase::Kind::Unknown:
      executor_.add_gap(step.edge, "a call through a pointer that may lead anywhere", chosen);
      leave_through_gaps(step);
      break;
    }
  }
}

void BlockRunner::call(const Move& step, const Function& callee, Path path) {
  const Position after_call{step.edge.to, step.at.point.at.stack};
  if (options_.is_error && options_.is_error(callee))
    return accompany(step, StepKind::Along, after_call, std::move(path), [this](const Move& next, Path chosen) {
      leave(next, {.kind = ExitKind::Error, .to = next.at.point, .edge = &next.edge}, std::move(chosen));
    });
  if (callee.has_body()) return enter(step, callee, std::move(path));
  std::optional<Path> after = call_outside(step, callee, std::move(path));
  leave_through_gaps(step);
  if (after)
    go_on(step, StepKind::Along, after_call, std::move(*after));
  else
    add_step(step);
}

void BlockRunner::enter(const Move& step, const Function& callee, Path path) {
  if (stacks_.activations(step.at.point.at.stack, callee) >= options_.recursion_bound)
    return leave(step, {.kind = ExitKind::Beyond, .to = step.at.point, .edge = &step.edge}, std::move(path));
  const StackId inner = stacks_.push(step.at.point.at.stack, step.edge, callee);
  executor_.pass_arguments(path.state, frame(step), step.edge, frames_[inner]);
  go_on(step, StepKind::Enter, {&callee.entry(), inner}, std::move(path));
}

std::optional<Path> BlockRunner::call_outside(const Move& step, const Function& callee, Path path) {
  if (is_allocator(callee.name())) return allocate(step, callee, std::move(path));
  return executor_.call_without_body(site(step, 0), callee, std::move(path));
}

bool BlockRunner::is_allocation_counter(std::uint64_t key) {
  return key >= SymbolicMemory::temporary_key(first_counter) && key < SymbolicMemory::temporary_key(2 * first_counter);
}

std::uint64_t BlockRunner::largest(Term count) const {
  if (terms_.is_constant(count)) return terms_.bits(count).low();
  if (terms_.kind(count) != smt::Kind::Ite) return options_.allocation_bound;
  return std::max(largest(terms_.arg(count, 1)), largest(terms_.arg(count, 2)));
}

std::optional<Path> BlockRunner::allocate(const Move& step, const Function& callee, Path path) {
  const std::uint64_t number =
      counters_.try_emplace({step.at.point.at.stack, &step.edge}, first_counter + counters_.size()).first->second;
  const std::uint64_t key = SymbolicMemory::temporary_key(number);
  const Term* count = path.state.cells.find(key);
  const std::uint64_t before = count == nullptr ? 0 : largest(*count);
  if (before >= options_.allocation_bound) {
    // Its address is any: stores to it may hit everything.
    if (const Expr* place = step.edge.op.place)
      executor_.assign_result(site(step, 0), path, terms_.fresh("block", semantics::sort_of(place->type())));
    return path;
  }
  std::optional<Path> after =
      executor_.call_without_body(site(step, static_cast<std::uint32_t>(before)), callee, std::move(path));
  if (after) after->state.cells.set(key, terms_.bv(32, before + 1));
  return after;
}

// Where paths go.

void BlockRunner::go_on(const Move& step, StepKind kind, Position to, Path path) {
  if (terms_.is_false(path.guard.all(terms_))) {
    add_step(step);
    return;
  }
  Move counted = step;
  if (!count(counted, kind, step.edge, step.at.point.at, to, path)) return;
  accompany(counted, kind, to, std::move(path),
            [this, to](const Move& next, Path chosen) { arrive(next, to, std::move(chosen)); });
}

void BlockRunner::arrive(const Move& step, Position to, Path path) {
  if (to.location == &to.location->function->exit()) return return_to_caller(step, to.stack, std::move(path));
  const Point point{to, step.company};
  const std::uint32_t length = step.at.length + 1;
  if (is_boundary(to, length)) return leave(step, {.kind = ExitKind::Abstraction, .to = point}, std::move(path));
  add_step(step).to = number(point);
  auto rank = this->rank(to);
  rank.push_back(step.company);
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

void BlockRunner::return_to_caller(const Move& step, StackId callee, Path path) {
  const Edge* call = stacks_.call(callee);
  if (call == nullptr) {
    add_step(step);
    return;
  }
  executor_.end_frame(path.state, frames_[callee]);
  executor_.take_result(path.state, frames_[callee], frames_[stacks_.caller(callee)], *call);
  const Position after{call->to, stacks_.caller(callee)};
  Move counted = step;
  if (!count(counted, StepKind::Leave, *call, {&stacks_.function(callee).exit(), callee}, after, path)) return;
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

void BlockRunner::leave_through_gaps(const Move& step) {
  for (const vcgen::GapTerm& gap : executor_.findings().gaps) {
    Path path{step.at.path.state, Guard().with(terms_, gap.guard)};
    leave(step, {.kind = ExitKind::Gap, .to = step.at.point, .edge = gap.edge, .text = gap.text}, std::move(path));
  }
  executor_.findings().gaps.clear();
}

Path BlockRunner::join(Path a, Path b) {
  const Guard::Join joined = Guard::join(terms_, a.guard, b.guard);
  return {executor_.memory().merge(joined.choose, a.state, b.state), joined.guard};
}

} // namespace tandem::analysis::predicate
