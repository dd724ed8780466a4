// Which objects exist, how large they are, and which blocks are left: the answers to queries of memory.
//
// Global variables and functions always exist. Of all other objects, the state says when they do: a term for each,
// which is missing where it is false. So a state that knows nothing says that nothing exists, and no check of memory
// holds because something was forgotten. The size of an object is that of its type, or a term in the state for a block
// whose size depends on inputs.
//
// Of what an unconstrained pointer leads to, nothing is known: the answer is a symbol, the same as long as nothing of
// the environment is freed.

#include "semantics/symbolic/symbolic_memory.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::semantics::symbolic {

using smt::Kind;

void SymbolicMemory::begin_lifetime(SymbolicState& state, SymbolicObjectId id) {
  if (!follows_lifetimes() && (options_.lifetimes != Lifetimes::OfBlocks || !is_block(id))) return;
  const bool has_stale_pointers = state.cells.find(key(id, stale_slot)) != nullptr;
  state.cells.set(key(id, lifetime_slot), has_stale_pointers ? arbitrary_truth() : terms_.true_());
}

void SymbolicMemory::end_lifetime(SymbolicState& state, SymbolicObjectId id) const {
  if (follows_lifetimes()) state.cells.erase(key(id, lifetime_slot));
}

void SymbolicMemory::set_size(SymbolicState& state, SymbolicObjectId id, smt::Term size) {
  if (follows_lifetimes() && !is_constant(size)) state.cells.set(key(id, size_slot), size);
}

void SymbolicMemory::mark_stack_block(SymbolicObjectId id, std::uint32_t context) {
  objects_[id].is_stack_block = true;
  objects_[id].context = context;
}

void SymbolicMemory::end_stack_blocks(SymbolicState& state, std::uint32_t context) const {
  if (!follows_lifetimes()) return;
  for (SymbolicObjectId id = 0; id < objects_.size(); ++id)
    if (objects_[id].is_stack_block && objects_[id].context == context) end_lifetime(state, id);
}

void SymbolicMemory::end_stack_block(SymbolicState& state, smt::Term pointer) {
  if (!follows_lifetimes()) return;
  for (const PointerLeaf& leaf : leaves_of(pointer)) {
    const auto id = is_constant(leaf.pointer) ? object_at(constant(leaf.pointer)) : std::nullopt;
    const smt::Term* exists = id ? state.cells.find(key(*id, lifetime_slot)) : nullptr;
    if (exists == nullptr || !objects_[*id].is_stack_block) continue;
    const smt::Term left = terms_.and_(*exists, terms_.not_(leaf.condition));
    if (terms_.is_false(left))
      end_lifetime(state, *id);
    else
      state.cells.set(key(*id, lifetime_slot), left);
  }
}

void SymbolicMemory::end_scope_somewhen(SymbolicState& state, SymbolicObjectId id) {
  if (follows_lifetimes()) state.cells.set(key(id, lifetime_slot), arbitrary_truth());
}

void SymbolicMemory::note_stale_pointers(SymbolicState& state, SymbolicObjectId id) {
  bool found = std::ranges::find(exposed_, id) != exposed_.end();
  std::unordered_map<smt::Term, bool> seen;
  std::vector<smt::Term> work;
  if (!found && !arrays_with_addresses_.empty())
    state.cells.for_each([&](std::uint64_t, smt::Term value) {
      if (terms_.sort(value).is_array()) work.push_back(value);
    });
  while (!work.empty() && !found) {
    const smt::Term next = work.back();
    work.pop_back();
    if (!seen.emplace(next, true).second) continue;
    if (is_constant(next))
      found = is_of_pointer_width(next) && object_at(constant(next)) == id;
    else
      for (const smt::Term argument : terms_.args(next)) work.push_back(argument);
  }
  if (found) state.cells.set(key(id, stale_slot), terms_.true_());
}

// Objects lie so far apart that steps of ordinary size do not lead from one to another.
smt::Term SymbolicMemory::moved(smt::Term from, smt::Term to) {
  if (!follows_lifetimes() || !is_of_pointer_width(to) || from == to) return to;
  if (is_constant(from) && is_constant(to)) {
    const auto left = object_at(constant(from)), entered = object_at(constant(to));
    return left && entered && *left != *entered ? arbitrary(pointer_width()) : to;
  }
  const bool is_choice = terms_.kind(from) == Kind::Ite && terms_.kind(to) == Kind::Ite && leads_to_object(from);
  if (!is_choice || terms_.arg(from, 0) != terms_.arg(to, 0)) return to;
  const smt::Term then = moved(terms_.arg(from, 1), terms_.arg(to, 1));
  return terms_.ite(terms_.arg(to, 0), then, moved(terms_.arg(from, 2), terms_.arg(to, 2)));
}

bool SymbolicMemory::is_block(SymbolicObjectId id) const {
  return objects_[id].kind == IdentityKind::Block && !objects_[id].is_stack_block;
}

bool SymbolicMemory::is_absent(const SymbolicState& state, const KnownConditions& known, SymbolicObjectId id) const {
  if (options_.lifetimes == Lifetimes::Unknown || !is_block(id)) return false;
  const smt::Term* exists = state.cells.find(key(id, lifetime_slot));
  return exists == nullptr || known.value(terms_, *exists) == false;
}

void SymbolicMemory::forget_blocks(SymbolicState& state) {
  if (!follows_lifetimes()) return;
  state.cells.set(blocks_unknown(), terms_.true_());
  for (SymbolicObjectId id = 0; id < objects_.size(); ++id)
    if (is_block(id) && state.cells.find(key(id, lifetime_slot)) != nullptr) end_scope_somewhen(state, id);
}

void SymbolicMemory::free(SymbolicState& state, smt::Term pointer) {
  if (!follows_lifetimes()) return;
  for (const PointerLeaf& leaf : leaves_of(where_known(as_pointer(pointer), 0))) {
    if (is_constant(leaf.pointer)) {
      if (const auto id = object_at(constant(leaf.pointer))) free_where(state, *id, leaf.condition);
    } else if (leads_to_object(leaf.pointer)) { // perhaps to the start of a block
      for (const PointerLeaf& base : leaves_of(split_sum(leaf.pointer).first))
        if (const auto id = is_constant(base.pointer) ? object_at(constant(base.pointer)) : std::nullopt)
          free_where(state, *id, arbitrary_truth());
    } else if (unconstrained_pointers_write_) {
      forget_blocks(state);
    } else {
      const smt::Term* before = state.cells.find(environment_freed());
      state.cells.set(environment_freed(), before != nullptr ? terms_.or_(*before, leaf.condition) : leaf.condition);
    }
  }
}

void SymbolicMemory::free_where(SymbolicState& state, SymbolicObjectId id, smt::Term condition) {
  const smt::Term* exists = state.cells.find(key(id, lifetime_slot));
  if (!is_block(id) || exists == nullptr) return;
  const smt::Term left = terms_.and_(*exists, terms_.not_(condition));
  if (terms_.is_false(left))
    end_lifetime(state, id);
  else
    state.cells.set(key(id, lifetime_slot), left);
}

// Answers.

namespace {

constexpr std::uint32_t size_question = 1000; // beside those of ObjectFact

} // namespace

smt::Term SymbolicMemory::arbitrary_truth() {
  const auto kind = static_cast<std::uint32_t>(IdentityKind::Unknown);
  return identities_.symbol({kind, unknowns_++, 1}, "unknown", smt::Sort::boolean());
}

smt::Term SymbolicMemory::of_object(smt::Term pointer, const ObjectAnswer& answer) {
  OffsetMemo memo;
  return of_object(resolved(pointer), terms_.bv(pointer_width(), 0), answer, memo);
}

smt::Term SymbolicMemory::of_object(smt::Term pointer, smt::Term offset, const ObjectAnswer& answer, OffsetMemo& memo) {
  if (is_constant(pointer)) {
    const auto id = object_at(constant(pointer));
    const std::uint64_t inside = constant(pointer) - (id ? objects_[*id].address : 0);
    return answer({id, terms_.bv_add(terms_.bv(pointer_width(), inside), offset), PointedTo::Kind::Known});
  }
  if (!leads_to_object(pointer))
    return answer({std::nullopt, terms_.bv_add(pointer, offset), PointedTo::Kind::Unknown});
  if (terms_.kind(pointer) == Kind::Ite) {
    if (const auto found = memo.find({pointer, offset}); found != memo.end()) return found->second;
    const smt::Term then = of_object(terms_.arg(pointer, 1), offset, answer, memo);
    const smt::Term otherwise = of_object(terms_.arg(pointer, 2), offset, answer, memo);
    return memo[{pointer, offset}] = terms_.ite(terms_.arg(pointer, 0), then, otherwise);
  }
  const auto [base, more] = split_sum(pointer);
  return of_object(base, terms_.bv_add(offset, more), answer, memo);
}

smt::Term SymbolicMemory::size_of(const SymbolicState& state, const PointedTo& to) {
  if (to.kind == PointedTo::Kind::Unknown)
    return environment_fact(state, size_question, to.offset, smt::Sort::bv(pointer_width()));
  if (!to.object) return terms_.bv(pointer_width(), 0);
  if (const smt::Term* size = state.cells.find(key(*to.object, size_slot))) return *size;
  return terms_.bv(pointer_width(), objects_[*to.object].size);
}

smt::Term SymbolicMemory::number_of(const PointedTo& to) {
  if (to.kind == PointedTo::Kind::Unknown) return arbitrary(pointer_width());
  return terms_.bv(pointer_width(), to.object ? objects_[*to.object].address : 0);
}

smt::Term SymbolicMemory::exists(const SymbolicState& state, SymbolicObjectId id) {
  switch (objects_[id].kind) {
  case IdentityKind::Local:
  case IdentityKind::Block: break;
  default: return terms_.true_();
  }
  if (!follows_lifetimes()) return arbitrary_truth();
  const smt::Term* known = state.cells.find(key(id, lifetime_slot));
  return known != nullptr ? *known : terms_.false_();
}

smt::Term SymbolicMemory::is_true_of(const SymbolicState& state, ObjectFact fact, const PointedTo& to) {
  if (to.kind == PointedTo::Kind::Unknown)
    return environment_fact(state, static_cast<std::uint32_t>(fact), to.offset, smt::Sort::boolean());
  if (!to.object) return terms_.false_();
  const SymbolicObject& object = objects_[*to.object];
  switch (fact) {
  case ObjectFact::Exists: return exists(state, *to.object);
  case ObjectFact::Readable: return object.function != nullptr ? terms_.false_() : exists(state, *to.object);
  case ObjectFact::Writable:
    return object.function != nullptr || object.is_read_only ? terms_.false_() : exists(state, *to.object);
  case ObjectFact::Allocated: return terms_.boolean(is_block(*to.object) || object.environment_block.has_value());
  }
  unreachable();
}

// Blocks.

// Where a term certainly points to the block, though perhaps not to its start. What may point there but is not visibly
// an address does not count: then the block is not known to be reachable.
smt::Term SymbolicMemory::points_into(smt::Term value, SymbolicObjectId block) {
  if (!is_of_pointer_width(value) || !leads_to_object(value)) return terms_.false_();
  return of_object(value, [&](const PointedTo& to) { return terms_.boolean(to.object == block); });
}

smt::Term SymbolicMemory::blocks_are(const SymbolicState& state, BlocksFact fact,
                                     const std::set<std::uint64_t>& roots) {
  if (!follows_lifetimes() || state.cells.find(blocks_unknown()) != nullptr) return arbitrary_truth();
  std::vector<SymbolicObjectId> blocks;
  for (SymbolicObjectId id = 0; id < objects_.size(); ++id)
    if (is_block(id) && state.cells.find(key(id, lifetime_slot)) != nullptr) blocks.push_back(id);
  smt::Term result = terms_.true_();
  if (fact == BlocksFact::Freed) {
    for (const SymbolicObjectId id : blocks) result = terms_.and_(result, terms_.not_(exists(state, id)));
    return result;
  }
  const std::vector<smt::Term> reached = reached_blocks(state, blocks, fact, roots);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    result = terms_.and_(result, terms_.or_(terms_.not_(exists(state, blocks[i])), reached[i]));
  return result;
}

// A least fixpoint: as many iterations as the longest chain of blocks needs, or fewer, with which some count as lost.
std::vector<smt::Term> SymbolicMemory::reached_blocks(const SymbolicState& state,
                                                      const std::vector<SymbolicObjectId>& blocks, BlocksFact fact,
                                                      const std::set<std::uint64_t>& roots) {
  constexpr std::size_t most_iterations = 64;
  const std::size_t count = blocks.size();
  std::vector<smt::Term> base(count, terms_.false_());
  std::vector<std::vector<smt::Term>> links(count, base); // from, to
  state.cells.for_each([&](std::uint64_t at, smt::Term value) {
    if (!is_of_pointer_width(value) || !leads_to_object(value)) return;
    const bool is_register = (at & register_bit) != 0;
    if (!is_register && (at & 0xFFFFFFFF) >= array_zone) return;
    const auto owner = static_cast<SymbolicObjectId>(at >> 32);
    std::vector<smt::Term>* from = nullptr;
    if (const auto own = std::ranges::find(blocks, owner); !is_register && own != blocks.end())
      from = &links[static_cast<std::size_t>(own - blocks.begin())];
    else if (is_register ? roots.contains(at) : is_root(state, owner, fact))
      from = &base;
    if (from == nullptr) return;
    for (std::size_t i = 0; i < count; ++i) (*from)[i] = terms_.or_((*from)[i], points_into(value, blocks[i]));
  });
  std::vector<smt::Term> reached = base;
  for (std::size_t iteration = 0; iteration < std::min(count, most_iterations); ++iteration) {
    std::vector<smt::Term> next = base;
    for (std::size_t from = 0; from < count; ++from)
      for (std::size_t to = 0; to < count; ++to)
        if (!terms_.is_false(links[from][to]) && !terms_.is_false(reached[from]))
          next[to] = terms_.or_(next[to], terms_.and_(reached[from], links[from][to]));
    if (next == reached) break;
    reached = std::move(next);
  }
  return reached;
}

bool SymbolicMemory::is_root(const SymbolicState& state, SymbolicObjectId id, BlocksFact fact) const {
  if (objects_[id].kind == IdentityKind::Global) return true;
  if (fact != BlocksFact::Tracked || is_block(id)) return false;
  const smt::Term* exists = state.cells.find(key(id, lifetime_slot));
  return exists != nullptr && terms_.is_true(*exists);
}

} // namespace tandem::semantics::symbolic
