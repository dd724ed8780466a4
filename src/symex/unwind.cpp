// The work list maps unrolled positions to the path pending there and is processed in lexicographic order. A position
// interleaves, for each enclosing loop, the position of its head in the weak topological order (Bourdoncle, FMPA 1993)
// with the number of the iteration. In that order everything that leads to a position is executed before it, so that
// each unrolled location is executed exactly once, on the join of all paths that reach it: the work is linear in the
// size of the unwound program, not in the number of its paths.
//
// Unlike CBMC's, our bound does not count iterations but path divergences. Branches whose conditions are constant leave
// the guard as it is, and where the two sides of a branch meet again the join restores it (path.h). A guard that is the
// same node at the loop head as an iteration ago hence means that every path has come back: the next iteration is
// deterministic and costs nothing. A loop that in addition left the state unchanged never terminates.
//
// What exceeds the bound becomes an unwinding assertion, or the step case of k-induction, in the combined form of
// Donaldson, Haller, Kroening and Rümmer (SAS 2011) in which one formula contains base and step case. We differ in that
// there is no program transformation: the iterations executed so far are the base case; then the modified variables are
// havocked, `bound` iterations are executed whose exits and targets are dropped (the hypothesis), and one more is
// checked. It applies to nested loops and, with a havocked call in place of the hypothesis, to recursion.

#include "symex/unwind.h"

#include "base/core/require.h"
#include "symex/activation.h"

#include <algorithm>
#include <utility>

namespace tandem::symex {

using semantics::symbolic::Identity;
using semantics::symbolic::SymbolicFrame;

Unwinder::Unwinder(const Program& program, smt::Terms& terms, semantics::symbolic::Identities& identities,
                   UnwindOptions options)
    : program_(program), terms_(terms), identities_(identities), options_(std::move(options)),
      executor_(program, terms, identities, options_.memory), memory_(executor_.memory()) {
  executor_.target().read_integers_as(options_.integers);
  if (options_.record != nullptr) executor_.record(*options_.record);
  if (options_.call_targets != nullptr) executor_.set_call_targets(*options_.call_targets);
  if (options_.beyond == BeyondBound::Induce) memory_.let_unconstrained_pointers_write();
  for (std::size_t i = 0; i < options_.facts.size(); ++i) facts_.emplace(options_.facts[i].location, i);
  result_.violations.resize(options_.facts.size());
}

Unwinder::~Unwinder() = default;

Unwinding Unwinder::run() {
  Path path;
  executor_.set_up_globals(path.state);
  initial_ = path.state;
  const Function& entry = program_.entry();
  Activation activation{.function = entry, .order = order(entry), .frame = executor_.make_frame(entry, 0)};
  executor_.begin_frame(path.state, activation.frame);
  // The parameters of the entry function are arbitrary, as is every cell without a term.
  run_body(activation, std::move(path));
  for (std::size_t i = 0; i < from_arbitrary_state_.size(); ++i) run_from_arbitrary_state(*from_arbitrary_state_[i]);
  result_.inputs = std::move(executor_.findings().inputs);
  result_.contents = std::move(executor_.findings().contents);
  result_.large_blocks = std::move(executor_.findings().large_blocks);
  result_.unsupported = std::move(executor_.findings().unsupported);
  result_.assumptions = std::move(executor_.findings().assumptions);
  result_.invalid_accesses = memory_.invalid_accesses();
  result_.environment = memory_.environment();
  result_.environment_uses = memory_.environment_uses();
  result_.imprecisions = memory_.imprecisions();
  return std::move(result_);
}

const graph::WeakOrder& Unwinder::order(const Function& function) {
  auto& slot = orders_[&function];
  if (!slot) slot = std::make_unique<graph::WeakOrder>(function);
  return *slot;
}

bool Unwinder::poll() {
  if (!result_.stopped && ++result_.steps % 16 == 0 && options_.should_stop && options_.should_stop())
    result_.stopped = true;
  return result_.stopped;
}

// A position lists, for each loop around the location, the position of its head and the iteration, and then the
// location's own position. All iterations of an inner loop thus precede what follows it, and each iteration the next.
Unwinder::UnrolledPosition Unwinder::position_after(const Activation& activation, const UnrolledPosition& from,
                                                    const Edge& edge) {
  const graph::WeakOrder& order = activation.order;
  const auto chain = [&](const Location& location) {
    std::vector<std::int32_t> result;
    for (std::int32_t c = order.component(location); c >= 0; c = order.components()[static_cast<std::size_t>(c)].parent)
      result.push_back(c);
    std::reverse(result.begin(), result.end());
    return result;
  };
  const std::vector<std::int32_t> to = chain(*edge.to), source = chain(*edge.from);
  UnrolledPosition result;
  bool shared = true;
  for (std::size_t i = 0; i < to.size(); ++i) {
    shared = shared && i < source.size() && source[i] == to[i];
    const graph::LoopComponent& loop = order.components()[static_cast<std::size_t>(to[i])];
    std::uint32_t iteration = shared ? from[2 * i + 1] : 0;
    if (shared && loop.head == edge.to) ++iteration;
    result.push_back(loop.first);
    result.push_back(iteration);
  }
  result.push_back(order.position(*edge.to));
  return result;
}

Path Unwinder::join(Path a, Path b) {
  const Guard::Join joined = Guard::join(terms_, a.guard, b.guard);
  BlockId block = 0;
  if (options_.record != nullptr) {
    block =
        options_.record->add_block({{a.block, terms_.true_()}, {b.block, terms_.true_()}}, joined.guard.all(terms_));
    options_.record->set_current(block);
  }
  return {memory_.merge(joined.choose, a.state, known_on(a), b.state, known_on(b)), joined.guard, block};
}

void Unwinder::add_pending(Activation& activation, UnrolledPosition position, const Location& location, Path path) {
  if (terms_.is_false(path.guard.all(terms_))) return;
  if (&location == &activation.function.exit()) {
    activation.returned =
        activation.returned ? join(std::move(*activation.returned), std::move(path)) : std::move(path);
    return;
  }
  const auto found = activation.pending.find(position);
  if (found == activation.pending.end())
    activation.pending.emplace(std::move(position), std::pair{&location, std::move(path)});
  else
    found->second.second = join(std::move(found->second.second), std::move(path));
}

// At the head of a loop: a new iteration begins. False if the bound does not permit it.
bool Unwinder::begin_iteration(Activation& activation, const UnrolledPosition& position, const Location& location,
                               Path& path) {
  if (activation.order.headed_component(location) < 0) return true;
  const UnrolledPosition key(position.begin(), position.end() - 2);
  Loop& loop = activation.loops[key];
  const std::uint32_t iteration = position[position.size() - 2];
  if (iteration == 0) {
    loop = {};
    loop.guard = path.guard;
  }
  check_facts(activation, activation.frame, location, path);
  if (loop.phase == Phase::InductionStep) return false;
  if (loop.phase == Phase::Hypothesis) {
    if (loop.hypothesis_iterations_left-- == 0) loop.phase = Phase::InductionStep;
    assume_facts(activation.frame, location, path);
    return true;
  }
  // If the guard is the same as an iteration ago, every path came back: this iteration is deterministic.
  const bool is_long = iteration > options_.deterministic_iterations;
  const bool is_assumed = std::exchange(loop.has_assumed_branch, false);
  if (is_long || is_assumed || !loop.guard.same(path.guard)) ++loop.divergences;
  // An iteration that all paths executed changed nothing: none of them will ever exit.
  else if (iteration > 0 && loop.state.cells.same(path.state.cells))
    return false;
  loop.guard = path.guard;
  loop.state = path.state;
  const auto known = options_.location_bounds.find(location.id);
  const std::uint32_t bound = known != options_.location_bounds.end() ? known->second : options_.bound;
  if (loop.divergences <= bound) return true;
  if (options_.beyond == BeyondBound::Induce) return begin_induction(activation, loop, location, path);
  go_beyond({&location, nullptr, path.guard.all(terms_)}, path);
  return false;
}

// From here on the loop is in some later iteration: everything it modifies is arbitrary.
bool Unwinder::begin_induction(Activation& activation, Loop& loop, const Location& head, Path& path) {
  forget_loop(activation, head, path.state);
  loop.phase = options_.bound == 0 ? Phase::InductionStep : Phase::Hypothesis;
  loop.hypothesis_iterations_left = options_.bound == 0 ? 0 : options_.bound - 1;
  assume_facts(activation.frame, head, path);
  return true;
}

void Unwinder::forget_loop(const Activation& activation, const Location& head,
                           semantics::symbolic::SymbolicState& state) {
  if (!modified_) modified_.emplace(program_);
  const std::int32_t loop = activation.order.headed_component(head);
  const Modified& changed = modified_->in_loop(activation.order, loop);
  ModifiedMemory* memory = modified_memory(changed);
  const Registers pointers = moved_pointers(activation, loop, changed, state);
  forget(changed, memory != nullptr ? memory->in_loop(activation.order, loop) : nullptr, activation.frame, state);
  for (const auto& [key, value] : pointers) memory_.set_register(state, key, value);
}

Unwinder::Registers Unwinder::moved_pointers(const Activation& activation, std::int32_t loop, const Modified& changed,
                                             semantics::symbolic::SymbolicState& state) {
  constexpr std::size_t most_origins = 4;
  if (!moved_pointers_) moved_pointers_.emplace(program_);
  Registers result;
  const auto value_of = [&](const PointerOrigin& origin) -> std::optional<smt::Term> {
    const auto home = origin.value->kind() == ExprKind::Variable
                          ? activation.frame.registers.find(&origin.value->variable())
                          : activation.frame.registers.end();
    const bool is_unknown = origin.value->kind() == ExprKind::Variable &&
                            (home == activation.frame.registers.end() || state.cells.find(home->second) == nullptr);
    if (is_unknown) return std::nullopt;
    const smt::Term base = executor_.in(state, activation.frame).value(*origin.value);
    if (may_lead_to(changed, activation.frame, base)) return std::nullopt;
    if (origin.stride == 0) return base;
    const std::uint32_t width = terms_.width(base);
    const smt::Term steps = terms_.fresh("steps", smt::Sort::bv(width));
    return terms_.bv_add(base, terms_.bv_mul(steps, terms_.bv(width, origin.stride)));
  };
  for (const auto& [variable, origins] : moved_pointers_->in_loop(activation.order, loop, changed)) {
    const auto home = activation.frame.registers.find(variable);
    if (home == activation.frame.registers.end() || origins.size() > most_origins) continue;
    std::optional<smt::Term> value = value_of(origins.front());
    for (std::size_t i = 1; value && i < origins.size(); ++i) {
      const std::optional<smt::Term> other = value_of(origins[i]);
      value = other ? std::optional(terms_.ite(terms_.fresh("origin", smt::Sort::boolean()), *other, *value)) : other;
    }
    if (value) result.emplace_back(home->second, *value);
  }
  return result;
}

// A variable that is declared anew is another object each time, at the same address.
bool Unwinder::may_lead_to(const Modified& renewed, const SymbolicFrame& frame, smt::Term pointer) {
  bool result = false;
  memory_.of_object(pointer, [&](const semantics::symbolic::SymbolicMemory::PointedTo& to) {
    const auto is_there = [&](const Variable* variable) {
      const auto found = frame.objects.find(variable);
      return found != frame.objects.end() && to.object == found->second;
    };
    result =
        result || std::ranges::any_of(renewed.declared, is_there) || std::ranges::any_of(renewed.ends_scope, is_there);
    return terms_.true_();
  });
  return result;
}

void Unwinder::forget_call(const Function& callee, const CallFrame& frame, semantics::symbolic::SymbolicState& state) {
  if (!modified_) modified_.emplace(program_);
  const Modified& changed = modified_->by_call(callee);
  ModifiedMemory* memory = modified_memory(changed);
  forget(changed, memory != nullptr ? memory->by_call(callee) : nullptr, frame, state);
}

ModifiedMemory* Unwinder::modified_memory(const Modified& changed) {
  const bool in_objects =
      std::ranges::any_of(changed.variables, [](const auto& each) { return !each.second->type->is_scalar(); });
  if (options_.call_targets == nullptr || (changed.memory == MemoryEffect::None && !in_objects)) return nullptr;
  if (!modified_memory_) modified_memory_.emplace(program_, options_.call_targets->aliases());
  return &*modified_memory_;
}

void Unwinder::forget(const Modified& changed, const ChangedMemory* memory, const SymbolicFrame& frame,
                      semantics::symbolic::SymbolicState& state) {
  for (const auto& [id, variable] : changed.variables) {
    const SymbolicFrame& home = variable->is_global() ? executor_.globals() : frame;
    if (const auto found = home.registers.find(variable); found != home.registers.end())
      state.cells.erase(found->second);
    else if (memory == nullptr || changed.declared.contains(variable))
      memory_.havoc(state, home.objects.at(variable));
  }
  for (const Variable* variable : changed.ends_scope)
    if (const auto found = frame.objects.find(variable); found != frame.objects.end())
      memory_.end_scope_somewhen(state, found->second);
  if (memory != nullptr)
    memory_.havoc_where(state, [&](const auto& object, std::uint64_t offset, std::uint64_t bytes) {
      return memory->may_contain(object, offset, bytes);
    });
  else if (changed.memory == MemoryEffect::Anything)
    memory_.havoc_all(state);
  if (changed.blocks == BlocksEffect::Change) memory_.forget_blocks(state);
}

void Unwinder::assume_facts(const SymbolicFrame& frame, const Location& location, Path& path) {
  const auto [first, last] = facts_.equal_range(&location);
  for (auto at = first; at != last; ++at) {
    const LocationFact& fact = options_.facts[at->second];
    const smt::Term holds = in(path, frame).condition(*fact.condition);
    path.guard = path.guard.with(terms_, terms_.implies(fact.active, holds));
  }
}

void Unwinder::check_facts(const Activation& now, const SymbolicFrame& frame, const Location& location, Path& path) {
  const auto [first, last] = facts_.equal_range(&location);
  if (first == last || is_in_hypothesis(now)) return;
  for (auto at = first; at != last; ++at) {
    const smt::Term holds = in(path, frame).condition(*options_.facts[at->second].condition);
    const smt::Term violated = terms_.and_(path.guard.all(terms_), terms_.not_(holds));
    if (!terms_.is_false(violated)) result_.violations[at->second].push_back(violated);
  }
}

bool Unwinder::leaves_hypothesis(Activation& activation, const UnrolledPosition& from, const Edge& edge) {
  if (options_.beyond == BeyondBound::Separate) return false;
  const graph::WeakOrder& order = activation.order;
  const std::uint32_t to = order.position(*edge.to);
  std::size_t depth = (from.size() - 1) / 2;
  for (std::int32_t c = order.component(*edge.from); c >= 0; --depth) {
    const graph::LoopComponent& component = order.components()[static_cast<std::size_t>(c)];
    if (to >= component.first && to <= component.last) return false;
    const UnrolledPosition key(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(2 * depth - 1));
    if (activation.loops[key].phase == Phase::Hypothesis) return true;
    c = component.parent;
  }
  return false;
}

bool Unwinder::is_in_hypothesis(const Activation& activation) const {
  for (const Activation* at = &activation; at != nullptr; at = at->caller)
    for (std::size_t length = 1; length + 1 < at->now.size(); length += 2) {
      const UnrolledPosition key(at->now.begin(), at->now.begin() + static_cast<std::ptrdiff_t>(length));
      const auto loop = at->loops.find(key);
      if (loop != at->loops.end() && loop->second.phase == Phase::Hypothesis) return true;
    }
  return false;
}

void Unwinder::go_beyond(BeyondTerm beyond, const Path& path) {
  result_.beyond.push_back(beyond);
  if (options_.record == nullptr) return;
  options_.record->set_current(path.block);
  options_.record->add_unwinding_assertion(beyond.loop != nullptr ? *beyond.loop : beyond.recursion->entry());
}

std::optional<Path> Unwinder::run_body(Activation& activation, Path path) {
  const Location& entry = activation.function.entry();
  UnrolledPosition start;
  // The entry may be the head of a loop, but is inside no other loop.
  if (activation.order.headed_component(entry) >= 0) start = {activation.order.position(entry), 0};
  start.push_back(activation.order.position(entry));
  add_pending(activation, std::move(start), entry, std::move(path));
  while (!activation.pending.empty() && !poll()) {
    auto first = activation.pending.extract(activation.pending.begin());
    const UnrolledPosition& position = activation.now = first.key();
    auto& [location, state] = first.mapped();
    if (!begin_iteration(activation, position, *location, state)) continue;
    // Evaluated once for both branches, so that a symbol introduced by the evaluation is the same on both.
    std::optional<smt::Term> condition;
    if (location->out.size() == 2) {
      memory_.set_guard(state.guard.all(terms_));
      const semantics::symbolic::SymbolicMemory::Knowing knowing(memory_, known_on(state));
      condition = in(state, activation.frame).condition(*location->out[0]->op.value);
      count_assumed_branch(activation, position, *location, state, *condition);
    }
    for (std::size_t i = 0; i < location->out.size(); ++i) {
      const bool last = i + 1 == location->out.size();
      execute(activation, position, *location->out[i], last ? std::move(state) : state, condition);
    }
  }
  return std::move(activation.returned);
}

// A loop that only what the path has assumed keeps from ending may never end: its iterations are not deterministic.
void Unwinder::count_assumed_branch(Activation& activation, const UnrolledPosition& position, const Location& branch,
                                    const Path& path, smt::Term condition) {
  if (terms_.is_constant(condition) || !path.guard.known().value(terms_, condition)) return;
  activation.has_assumed_branch = true;
  std::size_t kept = position.size();
  for (const Edge* edge : branch.out) {
    const UnrolledPosition after = position_after(activation, position, *edge);
    std::size_t common = 0; // of positions of loop heads and iterations
    while (common + 2 < std::min(after.size(), position.size()) && after[common] == position[common]) common += 2;
    kept = std::min(kept, common);
  }
  for (std::size_t level = kept; level + 2 < position.size(); level += 2) {
    const auto end = position.begin() + static_cast<std::ptrdiff_t>(level) + 1;
    activation.loops[UnrolledPosition(position.begin(), end)].has_assumed_branch = true;
  }
}

// Single-assignment forms are read without their guards.
semantics::symbolic::KnownConditions Unwinder::known_on(const Path& path) const {
  return options_.record == nullptr ? path.guard.known() : semantics::symbolic::KnownConditions();
}

void Unwinder::execute(Activation& activation, const UnrolledPosition& position, const Edge& edge, Path path,
                       std::optional<smt::Term> condition) {
  const Operation& op = edge.op;
  memory_.set_guard(path.guard.all(terms_));
  const semantics::symbolic::SymbolicMemory::Knowing knowing(memory_, known_on(path));
  auto& evaluator = in(path, activation.frame);
  if (options_.record != nullptr) options_.record->set_current(path.block, activation.call);
  at_ = &edge;
  if (op.kind != OpKind::Assume) watch(edge, path);
  switch (op.kind) {
  case OpKind::Skip: break;
  case OpKind::Assign: evaluator.assign(*op.lvalue, *op.value); break;
  case OpKind::Assume: {
    const smt::Term holds = condition ? *condition : evaluator.condition(*op.value);
    assume(path, edge, op.truth ? holds : terms_.not_(holds));
    watch(edge, path);
    break;
  }
  case OpKind::Call: {
    std::optional<Path> after = execute_call(activation, edge, std::move(path));
    if (!after) return;
    path = std::move(*after);
    break;
  }
  case OpKind::Return:
    if (op.value != nullptr) executor_.put_result(path.state, activation.frame, *op.value);
    break;
  case OpKind::Declare: executor_.declare(path.state, activation.frame, *op.variable); break;
  case OpKind::Nondet: executor_.assign_nondet({activation.frame, edge, here(activation, edge)}, path); break;
  case OpKind::EndScope: executor_.end_scope(path.state, activation.frame, *op.variable); break;
  }
  if (terms_.is_false(path.guard.all(terms_)) || leaves_hypothesis(activation, position, edge)) return;
  add_pending(activation, position_after(activation, position, edge), *edge.to, std::move(path));
}

void Unwinder::watch(const Edge& edge, const Path& path) {
  if (options_.watched.empty() || !options_.watched[edge.id]) return;
  const smt::Term guard = path.guard.all(terms_);
  if (!terms_.is_false(guard)) result_.passed.push_back({&edge, guard});
}

void Unwinder::assume(Path& path, const Edge& edge, smt::Term holds) {
  if (options_.record == nullptr) {
    path.guard = path.guard.with(terms_, holds);
    return;
  }
  if (edge.from->out.size() == 1) {
    if (!terms_.is_true(holds)) options_.record->assume(holds);
    if (terms_.is_false(holds)) path.guard = path.guard.with(terms_, holds);
    return;
  }
  const Edge& other = edge.from->out[0] == &edge ? *edge.from->out[1] : *edge.from->out[0];
  const Edge* fails = error_call(*other.to);
  const bool is_failure = error_call(*edge.to) != nullptr;
  if (fails != nullptr && !is_failure) {
    if (!terms_.is_true(holds)) options_.record->check(holds, fails);
    return;
  }
  if (is_failure && fails == nullptr) holds = terms_.false_(); // recorded as the assert on the other branch
  path.guard = path.guard.with(terms_, holds);
  if (terms_.is_constant(holds)) return;
  path.block = options_.record->add_block({{path.block, holds}}, path.guard.all(terms_));
}

const Edge* Unwinder::error_call(const Location& location) const {
  if (location.out.size() != 1) return nullptr;
  const Edge& edge = *location.out[0];
  return options_.error_functions.is_error_call(edge) ? &edge : nullptr;
}

Identity Unwinder::here(const Activation& activation, const Edge& edge) {
  Identity identity{activation.context, edge.id};
  identity.insert(identity.end(), activation.now.begin(), activation.now.end());
  return identity;
}

} // namespace tandem::symex
