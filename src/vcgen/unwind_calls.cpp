// Calls while unwinding: inlined, with a bound on recursion; through pointers by cases.

#include "base/require.h"
#include "vcgen/activation.h"

namespace tandem::vcgen {

using semantics::Identity;
using semantics::IdentityKind;

std::optional<Path> Unwinder::execute_call(Activation& activation, const Edge& edge, Path path) {
  if (edge.op.callee != nullptr) return call(activation, edge, *edge.op.callee, std::move(path));
  executor_.target().needs_bits("a call through a pointer");
  const Term pointer = in(path, activation.frame).value(*edge.op.value);
  std::optional<Path> result;
  for (const auto& [function, condition] : memory_.functions_at(pointer)) {
    Path chosen{path.state, path.guard.with(terms_, condition), path.block};
    if (terms_.is_false(chosen.guard.all(terms_))) continue;
    if (options_.record != nullptr)
      chosen.block = options_.record->add_block({{path.block, condition}}, chosen.guard.all(terms_));
    std::optional<Path> after;
    if (function != nullptr) {
      after = call(activation, edge, *function, std::move(chosen));
    } else {
      executor_.add_gap(edge, "a call through a pointer that may lead anywhere", chosen);
      const Site site{activation.frame, edge, here(activation, edge)};
      if (edge.op.place != nullptr && edge.op.place->type().is_scalar())
        executor_.assign_result(
            site, chosen,
            executor_.new_input(site, task::InputKind::UndefinedFunction, edge.op.place->type(), chosen, "call"));
      after = std::move(chosen);
    }
    if (after) result = result ? join(std::move(*result), std::move(*after)) : std::move(after);
  }
  return result;
}

std::optional<Path> Unwinder::call(Activation& activation, const Edge& edge, const Function& callee, Path path) {
  if (options_.is_error && options_.is_error(callee)) {
    if (is_history(activation)) return std::nullopt;
    result_.targets.push_back({&edge, path.guard.all(terms_)});
    if (options_.record == nullptr) return std::nullopt;
    options_.record->check(terms_.false_(), &edge);
    // As after any other assert, executions go on.
    return callee.does_not_return() ? std::nullopt : std::optional(std::move(path));
  }
  if (callee.has_body()) return call_body(activation, edge, callee, std::move(path));
  return executor_.call_without_body({activation.frame, edge, here(activation, edge)}, callee, std::move(path));
}

bool Unwinder::too_deep(const Activation& activation, const Function& callee, const Path& path) {
  for (const Activation* at = &activation; at != nullptr; at = at->caller) {
    if (&at->function != &callee) continue;
    const std::uint32_t forks = at->recursion_forks + (path.guard.same(at->entry_guard) ? 0 : 1);
    const auto known = options_.location_bounds.find(callee.entry().id);
    return forks > (known != options_.location_bounds.end() ? known->second : options_.bound);
  }
  return false;
}

std::optional<Path> Unwinder::call_body(Activation& activation, const Edge& edge, const Function& callee, Path path) {
  if (too_deep(activation, callee, path)) {
    go_beyond({nullptr, &callee, path.guard.all(terms_)}, path);
    return std::nullopt;
  }
  Identity identity = here(activation, edge);
  identity.insert(identity.begin(), static_cast<std::uint32_t>(IdentityKind::Context));
  const std::uint32_t context = identities_.number(identity) + 1;
  Activation inner{.function = callee,
                   .order = order(callee),
                   .frame = executor_.make_frame(callee, context),
                   .caller = &activation,
                   .call = &edge,
                   .context = context};
  inner.entry_guard = path.guard;
  for (const Activation* at = &activation; at != nullptr; at = at->caller) {
    if (&at->function != &callee) continue;
    inner.recursion_forks = at->recursion_forks + (path.guard.same(at->entry_guard) ? 0 : 1);
    break;
  }
  executor_.pass_arguments(path.state, activation.frame, edge, inner.frame);
  std::optional<Path> after = run_body(inner, std::move(path));
  if (!after) return std::nullopt;
  executor_.end_frame(after->state, inner.frame);
  executor_.take_result(after->state, inner.frame, activation.frame, edge);
  return after;
}

} // namespace tandem::vcgen
