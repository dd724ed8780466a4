// Blocks that are named by their size and a number (BlockNames::BySize), for analyses that look at the shape of the
// heap. The name of a block says nothing of how it came to be, so that states whose heaps look alike are alike. A name
// is free again when its block is freed: until then all pointers to the block have become unknown.
//
// Not every effect can be followed. A block whose size is not known, or to which no pointer is left, is lost: the state
// says that there may be blocks beyond those that it has. Where what was written is not known, the state is given up.

#include "analysis/value/abstract_memory.h"

#include "program/model/expressions.h"

#include <algorithm>

namespace tandem::analysis::value {

using Kind = AbstractObject::Kind;

namespace {

constexpr std::uint64_t largest_block = 4096;

const AbstractCell& yes() {
  static const AbstractCell result{AbstractValue::constant(8, 1), 1};
  return result;
}

} // namespace

void AbstractMemory::know_all_blocks(AbstractState& state) const {
  state.set(key(heap_, all_blocks_known), yes());
  state.set(key(heap_, memory_known), yes());
}

bool AbstractMemory::knows_all_blocks(const AbstractState& state) const {
  return state.find(key(heap_, all_blocks_known)) != nullptr && !is_given_up(state);
}

void AbstractMemory::lose_block(AbstractState& state) const { state.erase(key(heap_, all_blocks_known)); }

void AbstractMemory::give_up(AbstractState& state) const { state.erase(key(heap_, memory_known)); }

void AbstractMemory::forget_blocks(AbstractState& state) const {
  if (names_by_size()) give_up(state);
}

bool AbstractMemory::is_given_up(const AbstractState& state) const {
  return state.find(key(heap_, memory_known)) == nullptr;
}

AbstractObjectId AbstractMemory::sized_block(std::uint64_t size, std::uint32_t number) {
  const auto [found, is_new] = sized_blocks_.try_emplace({size, number}, 0);
  if (!is_new) return found->second;
  found->second = add({.kind = Kind::Block, .size = size});
  add({.kind = Kind::LastNode, .size = size});
  sized_numbers_.resize(objects_.size(), number);
  return found->second;
}

bool AbstractMemory::is_sized_block(AbstractObjectId id) const {
  return objects_[id].kind == Kind::Block && objects_[id].allocation == nullptr;
}

bool AbstractMemory::is_unknown(const AbstractState& state, AbstractObjectId id) const {
  return objects_[id].kind == Kind::LastNode || (is_sized_block(id) && !certainly_exists(state, id));
}

AbstractObjectId AbstractMemory::unused_block(const AbstractState& state, std::uint64_t size) {
  for (std::uint32_t number = 0;; ++number) {
    const AbstractObjectId id = sized_block(size, number);
    if (!certainly_exists(state, id) && !is_list(state, id)) return id;
  }
}

AbstractValue AbstractMemory::allocate_sized(AbstractState& state, const AbstractValue& size) {
  if (!size.is_constant() || size.bits() == 0 || size.bits() > largest_block) {
    lose_block(state);
    return {};
  }
  const AbstractObjectId id = unused_block(state, size.bits());
  forget(state, id);
  begin_lifetime(state, id);
  state.set(key(id, size_mark), {size, 8});
  return AbstractValue::address(id, 0, 0);
}

void AbstractMemory::free_sized(AbstractState& state, const AbstractValue& pointer) const {
  if (pointer.is_constant() && pointer.bits() == 0) return;
  if (!pointer.is_address() || is_unknown(state, pointer.object())) return give_up(state);
  const AbstractObjectId id = pointer.object();
  end_lifetime(state, id);
  if (!is_sized_block(id)) return;
  forget(state, id);
  state.erase(key(id, size_mark));
  std::vector<std::pair<std::uint64_t, AbstractCell>> dangling;
  state.cells().for_each([&](std::uint64_t at, const AbstractCell& cell) {
    if (cell.value.is_address() && cell.value.object() == id) dangling.emplace_back(at, cell);
  });
  for (const auto& [at, cell] : dangling) state.set(at, {AbstractValue(), cell.bytes});
}

// A least fixpoint over the pointers in cells.
std::set<AbstractObjectId> AbstractMemory::reached_from(const AbstractState& state,
                                                        const std::function<bool(AbstractObjectId)>& is_root) const {
  std::map<AbstractObjectId, std::vector<AbstractObjectId>> links;
  std::set<AbstractObjectId> reached;
  std::vector<AbstractObjectId> work;
  state.cells().for_each([&](std::uint64_t at, const AbstractCell& cell) {
    if (!cell.value.is_address()) return;
    const AbstractObjectId from = object_of(at), to = cell.value.object();
    const AbstractObjectId block = objects_[to].kind == Kind::LastNode ? to - 1 : to;
    if (!is_sized_block(block)) return;
    links[from].push_back(block);
    if (is_root(from) && reached.insert(block).second) work.push_back(block);
  });
  while (!work.empty()) {
    const AbstractObjectId from = work.back();
    work.pop_back();
    for (const AbstractObjectId to : links[from])
      if (reached.insert(to).second) work.push_back(to);
  }
  return reached;
}

AbstractValue AbstractMemory::blocks_are(const AbstractState& state, semantics::BlocksFact fact) const {
  if (!names_by_size() || !knows_all_blocks(state)) return {};
  // What only locals lead to is left open: it is not known which of them exist.
  std::set<AbstractObjectId> reached;
  if (fact != semantics::BlocksFact::Freed)
    reached = reached_from(state, [&](AbstractObjectId id) {
      return objects_[id].kind == Kind::Variable && objects_[id].variable->is_global();
    });
  bool result = true;
  state.cells().for_each([&](std::uint64_t at, const AbstractCell&) {
    const std::uint64_t mark = offset_of(at);
    const bool exists = is_sized_block(object_of(at)) && (mark == lifetime_mark || mark == links_mark);
    if (exists && !reached.contains(object_of(at))) result = false;
  });
  return result ? AbstractValue::constant(1, 1) : AbstractValue();
}

} // namespace tandem::analysis::value
