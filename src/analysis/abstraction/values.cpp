// entry() is the boundary between two blocks: dead registers are dropped by liveness along the whole call stack,
// constants that pass is_kept() stay exact, and everything else is bound to its symbol. Coverage is then syntactic up
// to a substitution of symbols by values, which Abstraction::implies_some decides for the predicates.

#include "analysis/abstraction/values.h"

#include "smt/term/traverse.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::analysis::abstraction {

using semantics::symbolic::SymbolicState;

namespace {

constexpr std::size_t constants_kept = 1;
constexpr std::size_t addresses_kept = 8;

} // namespace

Values::Values(const Program& program, symex::Executor& executor, const reach::CallStacks& stacks, Frames& frames,
               BlockRunner& runner, ConstantTracking constants)
    : executor_(executor), terms_(executor.terms()), stacks_(stacks), frames_(frames), runner_(runner),
      constants_(constants), modified_(program), narrow_variables_(program) {}

smt::Term Values::symbol(std::uint64_t key, smt::Sort sort) {
  std::vector<smt::Term>& known = symbols_[key];
  for (const smt::Term symbol : known)
    if (terms_.sort(symbol) == sort) return symbol;
  known.push_back(terms_.fresh("now", sort));
  keys_[known.back()] = key;
  return known.back();
}

void Values::note_frames(reach::StackId stack) {
  const auto note = [this](const semantics::symbolic::SymbolicFrame& frame) {
    for (const auto& [variable, key] : frame.registers)
      if (const auto bits = narrow_variables_.of(*variable)) narrow_[key] = *bits;
  };
  if (noted_.empty()) note(executor_.globals());
  for (;; stack = stacks_.caller(stack)) {
    if (noted_.insert(&frames_[stack]).second) note(frames_[stack]);
    if (stacks_.call(stack) == nullptr) return;
  }
}

const NarrowBits* Values::narrow(std::uint64_t key, smt::Sort sort) const {
  const auto found = narrow_.find(key);
  return found != narrow_.end() && sort.is_bv() && sort.width() > found->second.bits ? &found->second : nullptr;
}

const NarrowBits* Values::narrow(smt::Term symbol) const {
  if (!is_symbol(symbol)) return nullptr;
  const auto found = narrow_.find(key(symbol));
  return found != narrow_.end() && terms_.sort(symbol) == smt::Sort::bv(found->second.bits) ? &found->second : nullptr;
}

// The low bits of a value that needs no more.
smt::Term Values::narrowed(smt::Term value, std::uint32_t bits) const {
  std::unordered_map<smt::Term, smt::Term> done;
  const std::function<smt::Term(smt::Term)> visit = [&](smt::Term term) -> smt::Term {
    if (terms_.kind(term) != smt::Kind::Ite) return terms_.bv_extract(term, bits - 1, 0);
    if (const auto found = done.find(term); found != done.end()) return found->second;
    const smt::Term then = visit(terms_.arg(term, 1));
    return done[term] = terms_.ite(terms_.arg(term, 0), then, visit(terms_.arg(term, 2)));
  };
  return visit(value);
}

std::optional<smt::Term> Values::value(smt::Term symbol, const SymbolicState& state) const {
  const smt::Term* found = state.cells.find(key(symbol));
  if (found == nullptr) return std::nullopt;
  const smt::Sort sort = terms_.sort(symbol);
  if (terms_.sort(*found) == sort) return *found;
  if (const NarrowBits* bits = narrow(key(symbol), terms_.sort(*found));
      bits != nullptr && sort == smt::Sort::bv(bits->bits))
    return narrowed(*found, bits->bits);
  return std::nullopt;
}

// The registers that the loop of this head modifies; constants in them would be lost in the next iteration. Pointers
// are kept nevertheless.
const std::set<std::uint64_t>& Values::changing(reach::ControlPoint to) {
  const symex::CallFrame* frame = &frames_[to.stack];
  const auto [found, added] = changing_.try_emplace({to.location, frame});
  if (!added) return found->second;
  const graph::WeakOrder& order = runner_.order(*to.location->function);
  const std::int32_t component = order.headed_component(*to.location);
  if (component < 0) return found->second;
  for (const auto& [id, variable] : modified_.in_loop(order, component).variables) {
    if (variable->type->is_pointer()) continue;
    const auto& registers = variable->is_global() ? executor_.globals().registers : frame->registers;
    if (const auto key = registers.find(variable); key != registers.end()) found->second.insert(key->second);
  }
  return found->second;
}

bool Values::is_address(smt::Term constant) const {
  const smt::Sort sort = terms_.sort(constant);
  if (sort.is_array() || sort.is_bool() || sort.width() > 64) return false;
  return executor_.memory().object_at(terms_.bits(constant).low()).has_value();
}

bool Values::leads_to_object(smt::Term value) const {
  const smt::Sort sort = terms_.sort(value);
  if (!sort.is_bv() || sort.width() > 64) return false;
  std::set<smt::Term> seen;
  std::vector<smt::Term> work{value};
  while (!work.empty()) {
    const smt::Term next = work.back();
    work.pop_back();
    const smt::Kind kind = terms_.kind(next);
    if (kind == smt::Kind::Constant && is_address(next)) return true;
    if ((kind == smt::Kind::Ite || kind == smt::Kind::BvAdd || kind == smt::Kind::BvSub) && seen.insert(next).second)
      work.insert(work.end(), {terms_.arg(next, kind == smt::Kind::Ite ? 2 : 0), terms_.arg(next, 1)});
  }
  return false;
}

// Among the constants that a pointer chooses from: an address that is written as a number, which may be any object's.
bool Values::may_be_literal_address(smt::Term value) const {
  std::vector<smt::Term> work{value};
  std::set<smt::Term> seen;
  while (!work.empty()) {
    const smt::Term next = work.back();
    work.pop_back();
    if (terms_.kind(next) == smt::Kind::Constant && is_literal_address(next, true)) return true;
    if (terms_.kind(next) == smt::Kind::Ite && seen.insert(next).second)
      work.insert(work.end(), {terms_.arg(next, 1), terms_.arg(next, 2)});
  }
  return false;
}

bool Values::is_about_pointers(smt::Term predicate, const std::map<smt::Term, smt::Term>& values) const {
  using smt::Kind;
  std::vector<smt::Term> addresses;
  std::set<smt::Term> carriers; // terms that move with an address
  bool has_literals = false;
  for (const smt::Term term : smt::reachable(terms_, std::span(&predicate, 1))) {
    const Kind kind = terms_.kind(term);
    const auto value = values.find(term);
    const smt::Term known = value == values.end() ? term : value->second;
    if (kind == Kind::Variable || kind == Kind::Constant) {
      has_literals |= kind == Kind::Variable && may_be_literal_address(known);
      if (!leads_to_object(known)) continue;
      addresses.push_back(known);
      carriers.insert(term);
      continue;
    }
    bool carries = false;
    for (const smt::Term operand : terms_.args(term)) carries |= carriers.contains(operand);
    if (!carries) continue;
    const bool moves = kind == Kind::BvAdd || kind == Kind::BvSub || kind == Kind::Ite;
    const bool compares = kind == Kind::Eq || kind == Kind::BvUlt || kind == Kind::BvSlt;
    if (!moves && !compares && !terms_.sort(term).is_bool()) return false; // a number made of the address
    if (moves) carriers.insert(term);
    for (const smt::Term operand : terms_.args(term))
      if (terms_.is_constant(operand) && is_literal_address(operand, compares)) return false;
  }
  if (has_literals && !addresses.empty()) return false;
  if (terms_.kind(predicate) == Kind::Eq) return true;
  return std::ranges::all_of(
      addresses, [&](smt::Term address) { return executor_.memory().lead_to_one_object(addresses.front(), address); });
}

// Objects lie neither on the first page nor on the last one; what is added to a pointer is small.
bool Values::is_literal_address(smt::Term constant, bool is_compared) const {
  const smt::Sort sort = terms_.sort(constant);
  if (!sort.is_bv() || sort.width() > 64 || is_address(constant)) return false;
  const std::uint64_t number = terms_.bits(constant).low(), page = 4096, least = is_compared ? page : 16 * page;
  const std::uint64_t last = sort.width() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << sort.width()) - 1;
  return number >= least && number <= last - least;
}

bool Values::is_kept(reach::ControlPoint to, std::uint64_t key, smt::Term constant) {
  if (BlockRunner::is_allocation_counter(key)) return true;
  const bool address = is_address(constant);
  if (!address && (constants_ == ConstantTracking::Dropped || changing(to).contains(key))) return false;
  std::set<smt::Term>& seen = seen_[{to.location->id, to.stack}][key];
  if (seen.contains(constant)) return seen.size() <= (address ? addresses_kept : constants_kept);
  if (seen.size() <= addresses_kept) seen.insert(constant);
  return seen.size() <= (address ? addresses_kept : constants_kept);
}

void Values::forget_dead(reach::ControlPoint to, SymbolicState& state) {
  const Location* at = to.location;
  std::set<const Variable*> used; // in the lvalue that receives the result
  for (reach::StackId stack = to.stack;; stack = stacks_.caller(stack)) {
    const dataflow::Liveness& liveness = runner_.liveness(stacks_.function(stack));
    for (const auto& [variable, key] : frames_[stack].registers)
      if (!liveness.is_live(*at, *variable) && !used.contains(variable)) state.cells.erase(key);
    const Edge* call = stacks_.call(stack);
    if (call == nullptr) break;
    at = call->to;
    used.clear();
    if (call->op.lvalue != nullptr)
      for_each_variable(*call->op.lvalue, [&](const Variable& variable) { used.insert(&variable); });
  }
}

Entry Values::entry(reach::ControlPoint to, const SymbolicState& end) {
  SymbolicState living = end;
  note_frames(to.stack);
  forget_dead(to, living);
  Entry result;
  living.cells.for_each([&](std::uint64_t key, smt::Term value) {
    if (BlockRunner::is_allocation_counter(key)) value = terms_.bv(32, runner_.largest(value));
    if (terms_.is_constant(value) && is_kept(to, key, value)) {
      result.state.cells.set(key, value);
      return;
    }
    const smt::Sort sort = terms_.sort(value);
    if (const NarrowBits* few = narrow(key, sort)) {
      const smt::Term now = symbol(key, smt::Sort::bv(few->bits));
      const smt::Term whole =
          few->is_signed ? terms_.bv_sign_extend(now, sort.width()) : terms_.bv_zero_extend(now, sort.width());
      result.state.cells.set(key, whole);
      result.bindings.emplace(now, narrowed(value, few->bits));
      return;
    }
    const smt::Term now = symbol(key, sort);
    result.state.cells.set(key, now);
    result.bindings.emplace(now, value);
  });
  return result;
}

std::optional<Bindings> Values::covers(const SymbolicState& general, const SymbolicState& special) const {
  if (general.cells.same(special.cells)) return Bindings{};
  Bindings result;
  bool possible = true;
  general.cells.for_each([&](std::uint64_t key, smt::Term wide) {
    const smt::Term* special_value = special.cells.find(key);
    if (special_value != nullptr && *special_value == wide) return;
    // A value that is missing in the special state is arbitrary; its symbol stays and stands for any value.
    const bool extended = terms_.kind(wide) == smt::Kind::BvZeroExtend || terms_.kind(wide) == smt::Kind::BvSignExtend;
    const smt::Term symbol = extended ? terms_.arg(wide, 0) : wide;
    if (!is_symbol(symbol))
      possible = false;
    else if (special_value != nullptr && terms_.sort(*special_value) == terms_.sort(wide))
      result.emplace(symbol, extended ? narrowed(*special_value, terms_.width(symbol)) : *special_value);
    else if (special_value != nullptr)
      possible = false;
  });
  if (!possible) return std::nullopt;
  special.cells.for_each([&](std::uint64_t key, smt::Term) {
    if (general.cells.find(key) == nullptr && !BlockRunner::is_allocation_counter(key) &&
        !executor_.memory().is_arbitrary_if_missing(general, key))
      possible = false;
  });
  if (!possible) return std::nullopt;
  return result;
}

} // namespace tandem::analysis::abstraction
