#include "analysis/predicate_values.h"

#include <fmt/format.h>

namespace tandem::analysis::predicate {

using semantics::SymbolicState;

namespace {

constexpr std::size_t constants_kept = 1;
constexpr std::size_t addresses_kept = 8;

} // namespace

Values::Values(const Program& program, vcgen::Executor& executor, const CallStacks& stacks, Frames& frames,
               BlockRunner& runner)
    : executor_(executor), terms_(executor.terms()), stacks_(stacks), frames_(frames), runner_(runner),
      modified_(program) {}

Term Values::symbol(std::uint64_t key, smt::Sort sort) {
  std::vector<Term>& known = symbols_[key];
  for (const Term symbol : known)
    if (terms_.sort(symbol) == sort) return symbol;
  known.push_back(terms_.fresh("now", sort));
  keys_[known.back()] = key;
  return known.back();
}

// The registers that the loop around this head changes; there is no point in keeping constants for them. Pointers are
// kept all the same.
const std::set<std::uint64_t>& Values::changing(Position to) {
  const vcgen::CallFrame* frame = &frames_[to.stack];
  const auto [found, added] = changing_.try_emplace({to.location, frame});
  if (!added) return found->second;
  const WeakOrder& order = runner_.order(*to.location->function);
  const std::int32_t component = order.headed_component(*to.location);
  if (component < 0) return found->second;
  for (const auto& [id, variable] : modified_.in_loop(order, component).variables) {
    if (variable->type->is_pointer()) continue;
    const auto& registers = variable->is_global() ? executor_.globals().registers : frame->registers;
    if (const auto key = registers.find(variable); key != registers.end()) found->second.insert(key->second);
  }
  return found->second;
}

bool Values::is_address(Term constant) const {
  const smt::Sort sort = terms_.sort(constant);
  if (sort.is_array() || sort.is_bool() || sort.width() > 64) return false;
  return executor_.memory().object_at(terms_.bits(constant).low()).has_value();
}

bool Values::is_kept(Position to, std::uint64_t key, Term constant) {
  if (BlockRunner::is_allocation_counter(key)) return true;
  const bool address = is_address(constant);
  if (!address && changing(to).contains(key)) return false;
  std::set<Term>& seen = seen_[{to.location->id, to.stack}][key];
  if (seen.contains(constant)) return seen.size() <= (address ? addresses_kept : constants_kept);
  if (seen.size() <= addresses_kept) seen.insert(constant);
  return seen.size() <= (address ? addresses_kept : constants_kept);
}

void Values::forget_dead(Position to, SymbolicState& state) {
  const Location* at = to.location;
  std::set<const Variable*> used; // where a result will go
  for (StackId stack = to.stack;; stack = stacks_.caller(stack)) {
    const Liveness& liveness = runner_.liveness(stacks_.function(stack));
    for (const auto& [variable, key] : frames_[stack].registers)
      if (!liveness.is_live(*at, *variable) && !used.contains(variable)) state.cells.erase(key);
    const Edge* call = stacks_.call(stack);
    if (call == nullptr) break;
    at = call->to;
    used.clear();
    if (call->op.place != nullptr)
      for_each_variable(*call->op.place, [&](const Variable& variable) { used.insert(&variable); });
  }
}

Entry Values::entry(Position to, const SymbolicState& end) {
  SymbolicState living = end;
  forget_dead(to, living);
  Entry result;
  living.cells.for_each([&](std::uint64_t key, Term value) {
    if (BlockRunner::is_allocation_counter(key)) value = terms_.bv(32, runner_.largest(value));
    if (terms_.is_constant(value) && is_kept(to, key, value)) {
      result.state.cells.set(key, value);
      return;
    }
    const Term now = symbol(key, terms_.sort(value));
    result.state.cells.set(key, now);
    result.bindings.emplace(now, value);
  });
  return result;
}

std::optional<Bindings> Values::covers(const SymbolicState& general, const SymbolicState& special) const {
  if (general.cells.same(special.cells)) return Bindings{};
  Bindings result;
  bool possible = true;
  general.cells.for_each([&](std::uint64_t key, Term wide) {
    const Term* narrow = special.cells.find(key);
    if (narrow != nullptr && *narrow == wide) return;
    // A value that the special state has none for may be any; the symbol is then left as it is, standing for any.
    if (!is_symbol(wide))
      possible = false;
    else if (narrow != nullptr && terms_.sort(*narrow) == terms_.sort(wide))
      result.emplace(wide, *narrow);
    else if (narrow != nullptr)
      possible = false;
  });
  if (!possible) return std::nullopt;
  special.cells.for_each([&](std::uint64_t key, Term) {
    if (general.cells.find(key) == nullptr && !BlockRunner::is_allocation_counter(key) &&
        !executor_.memory().is_arbitrary_if_missing(general, key))
      possible = false;
  });
  if (!possible) return std::nullopt;
  return result;
}

} // namespace tandem::analysis::predicate
