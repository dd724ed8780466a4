// Calls during unwinding. A call is inlined by running the callee's body in a new activation; a call through a pointer
// is a case split over its possible callees, whose paths are joined afterwards. The depth of recursion is bounded like
// loops are: only recursive calls that not all paths make count. Beyond the bound, k-induction replaces the call by a
// havoc of what the callee may modify, and executes the callee once from an arbitrary state: an execution that reaches
// a target for the first time inside such a call is covered there.

#include "base/core/require.h"
#include "symex/activation.h"

#include <algorithm>

namespace tandem::symex {

using semantics::symbolic::Identity;
using semantics::symbolic::IdentityKind;
using semantics::symbolic::SymbolicFrame;

namespace {

// A recursion of constants that never ends would otherwise exhaust our own stack.
constexpr std::uint32_t most_activations = 50'000;

} // namespace

std::optional<Path> Unwinder::execute_call(Activation& activation, const Edge& edge, Path path) {
  if (edge.op.callee != nullptr) return call(activation, edge, *edge.op.callee, std::move(path));
  executor_.target().needs_bits("a call through a pointer");
  const Site site{activation.frame, edge, here(activation, edge)};
  std::optional<Path> result;
  for (const CallCase& to : executor_.call_cases(site, path)) {
    Path chosen{path.state, path.guard.with(terms_, to.condition), path.block};
    if (terms_.is_false(chosen.guard.all(terms_))) continue;
    if (options_.record != nullptr)
      chosen.block = options_.record->add_block({{path.block, to.condition}}, chosen.guard.all(terms_));
    if (to.kind == CallCase::Kind::Unknown)
      executor_.add_unsupported(edge, "a call through a pointer that may lead anywhere", chosen);
    auto after = to.kind == CallCase::Kind::Program ? call(activation, edge, *to.function, std::move(chosen))
                                                    : executor_.call_external(site, std::move(chosen));
    if (after) result = result ? join(std::move(*result), std::move(*after)) : std::move(after);
  }
  return result;
}

std::optional<Path> Unwinder::call(Activation& activation, const Edge& edge, const Function& callee, Path path) {
  if (options_.error_functions.contains(callee)) {
    if (is_in_hypothesis(activation)) return std::nullopt;
    result_.targets.push_back({&edge, path.guard.all(terms_)});
    if (options_.record == nullptr) return std::nullopt;
    options_.record->check(terms_.false_(), &edge);
    // As after any other assert, paths continue.
    return callee.does_not_return() ? std::nullopt : std::optional(std::move(path));
  }
  if (callee.has_body()) return call_body(activation, edge, callee, std::move(path));
  return executor_.call_without_body({activation.frame, edge, here(activation, edge)}, callee, std::move(path));
}

// As for loops: recursive calls that not all paths make, and those beyond the number of deterministic ones.
std::uint32_t Unwinder::divergences_of_call(const Activation* same_function, const Path& path) const {
  if (same_function == nullptr) return 0;
  const bool is_long = same_function->recursion_depth > options_.deterministic_iterations;
  const bool diverges = same_function->has_assumed_branch || !path.guard.same(same_function->entry_guard);
  return same_function->recursion_divergences + (is_long || diverges ? 1 : 0);
}

std::optional<Path> Unwinder::call_body(Activation& activation, const Edge& edge, const Function& callee, Path path) {
  const Activation* same_function = &activation;
  while (same_function != nullptr && &same_function->function != &callee) same_function = same_function->caller;
  const std::uint32_t divergences = divergences_of_call(same_function, path);
  const auto known = options_.location_bounds.find(callee.entry().id);
  const bool is_too_deep = divergences > (known != options_.location_bounds.end() ? known->second : options_.bound);
  if ((same_function != nullptr && is_too_deep) || activation.depth >= most_activations) {
    if (options_.beyond == BeyondBound::Induce) return havoc_call(activation, edge, callee, std::move(path));
    go_beyond({nullptr, &callee, path.guard.all(terms_)}, path);
    return std::nullopt;
  }
  Activation inner{.function = callee,
                   .order = order(callee),
                   .frame = make_frame(callee, here(activation, edge)),
                   .caller = &activation,
                   .call = &edge,
                   .depth = activation.depth + 1,
                   .recursion_divergences = divergences};
  inner.context = inner.frame.context;
  inner.entry_guard = path.guard;
  if (same_function != nullptr) inner.recursion_depth = same_function->recursion_depth + 1;
  executor_.pass_arguments(path.state, activation.frame, edge, inner.frame);
  check_facts(activation, inner.frame, callee.entry(), path);
  std::optional<Path> after = run_body(inner, std::move(path));
  if (!after) return std::nullopt;
  executor_.end_frame(after->state, inner.frame);
  executor_.take_result(after->state, inner.frame, activation.frame, edge);
  return after;
}

CallFrame Unwinder::make_frame(const Function& function, const Identity& where) {
  Identity identity{static_cast<std::uint32_t>(IdentityKind::Context)};
  identity.insert(identity.end(), where.begin(), where.end());
  return executor_.make_frame(function, identities_.number(identity) + 1);
}

// The frame with the result under the name that facts use for it.
SymbolicFrame Unwinder::at_exit(const CallFrame& frame) const {
  SymbolicFrame result = frame;
  if (const auto name = options_.results.find(frame.function); name != options_.results.end())
    result.registers[name->second] = frame.result_register;
  return result;
}

// The call is replaced by a havoc of what it may modify, constrained by the facts at the callee's exit.
std::optional<Path> Unwinder::havoc_call(Activation& activation, const Edge& edge, const Function& callee, Path path) {
  const CallFrame frame = make_frame(callee, here(activation, edge));
  executor_.pass_arguments(path.state, activation.frame, edge, frame);
  check_facts(activation, frame, callee.entry(), path);
  if (std::find(from_arbitrary_state_.begin(), from_arbitrary_state_.end(), &callee) == from_arbitrary_state_.end())
    from_arbitrary_state_.push_back(&callee);
  if (callee.does_not_return()) return std::nullopt;
  forget_call(callee, frame, path.state);
  if (callee.result().is_scalar())
    memory_.set_register(path.state, frame.result_register,
                         terms_.fresh("result", executor_.target().sort_of(callee.result())));
  assume_facts(at_exit(frame), callee.exit(), path);
  executor_.end_frame(path.state, frame);
  executor_.take_result(path.state, frame, activation.frame, edge);
  return path;
}

// Covers the calls that were replaced by a havoc: the first target on an execution may be reached inside one of them.
void Unwinder::run_from_arbitrary_state(const Function& function) {
  Path path;
  path.state = initial_;
  const Identity where{function.entry().id};
  Activation activation{.function = function, .order = order(function), .frame = make_frame(function, where)};
  activation.context = activation.frame.context;
  forget_call(program_.entry(), activation.frame, path.state);
  executor_.begin_frame(path.state, activation.frame);
  assume_facts(activation.frame, function.entry(), path);
  std::optional<Path> after = run_body(activation, std::move(path));
  if (after) check_facts(activation, at_exit(activation.frame), function.exit(), *after);
}

} // namespace tandem::symex
