#include "analysis/shape/lists.h"

#include <deque>
#include <map>

namespace tandem::analysis::shape {

using value::AbstractCell;
using value::AbstractObject;

namespace {

// The names of blocks in the order in which they are found.
class Names {
public:
  explicit Names(AbstractMemory& memory) : memory_(memory) {}

  void find_all(const AbstractState& state) {
    state.cells().for_each([&](std::uint64_t at, const AbstractCell& cell) {
      if (!is_sized(AbstractMemory::object_of(at))) find(cell.value);
    });
    while (!found_.empty()) {
      const AbstractObjectId block = found_.front();
      found_.pop_front();
      state.cells().for_each_between(AbstractMemory::key(block, 0), AbstractMemory::key(block, 0xFFFFFFFF),
                                     [&](std::uint64_t, const AbstractCell& cell) { find(cell.value); });
    }
  }

  bool is_sized(AbstractObjectId id) const { return memory_.is_sized_block(id); }
  std::optional<AbstractObjectId> of(AbstractObjectId block) const {
    const auto found = names_.find(block);
    return found == names_.end() ? std::nullopt : std::optional(found->second);
  }
  AbstractValue of(const AbstractValue& value) const {
    if (!value.is_address()) return value;
    const AbstractObjectId block = block_of(value.object());
    if (!is_sized(block)) return value;
    const AbstractObjectId named = *of(block);
    const AbstractObjectId object = block == value.object() ? named : memory_.last_node(named);
    return AbstractValue::address(object, value.offset_low(), value.offset_high());
  }

private:
  AbstractObjectId block_of(AbstractObjectId object) const {
    return memory_.object(object).kind == AbstractObject::Kind::LastNode ? object - 1 : object;
  }
  void find(const AbstractValue& value) {
    if (!value.is_address()) return;
    const AbstractObjectId block = block_of(value.object());
    if (!is_sized(block) || names_.contains(block)) return;
    const std::uint64_t size = memory_.object(block).size;
    names_[block] = memory_.sized_block(size, counts_[size]++);
    found_.push_back(block);
  }

  AbstractMemory& memory_;
  std::map<AbstractObjectId, AbstractObjectId> names_;
  std::map<std::uint64_t, std::uint32_t> counts_; // by size
  std::deque<AbstractObjectId> found_;
};

bool says_what_exists(const AbstractMemory& memory, std::uint64_t key) {
  const std::uint64_t mark = AbstractMemory::offset_of(key);
  return mark >= AbstractMemory::first_mark && mark != AbstractMemory::zero_mark &&
         memory.is_sized_block(AbstractMemory::object_of(key));
}

} // namespace

AbstractState canonical(AbstractMemory& memory, const AbstractState& state) {
  Names names(memory);
  names.find_all(state);
  AbstractState result;
  result.partition = state.partition;
  bool is_lost = false;
  state.cells().for_each([&](std::uint64_t at, const AbstractCell& cell) {
    const AbstractObjectId object = AbstractMemory::object_of(at);
    const std::uint64_t offset = AbstractMemory::offset_of(at);
    std::optional<AbstractObjectId> home = object;
    if (memory.is_sized_block(object)) home = names.of(object);
    if (home) return result.set(AbstractMemory::key(*home, offset), {names.of(cell.value), cell.bytes});
    is_lost = is_lost || offset == AbstractMemory::lifetime_mark || offset == AbstractMemory::links_mark;
  });
  if (is_lost) memory.lose_block(result);
  return result;
}

bool have_one_shape(const AbstractMemory& memory, const AbstractState& a, const AbstractState& b) {
  if (a.cells().same(b.cells())) return true;
  bool result = true;
  PersistentMap<AbstractCell>::merge(
      a.cells(), b.cells(),
      [&](std::uint64_t key, const AbstractCell* left, const AbstractCell* right) -> std::optional<AbstractCell> {
        const bool is_equal = left != nullptr && right != nullptr && *left == *right;
        const AbstractObject& object = memory.object(AbstractMemory::object_of(key));
        const bool is_pointer = object.kind == AbstractObject::Kind::Variable && object.variable->type->is_pointer();
        const auto leads_somewhere = [&](const AbstractCell* cell) {
          if (cell == nullptr) return false;
          return cell->value.is_address() || (is_pointer && !cell->value.is_any());
        };
        const bool matters = object.kind == AbstractObject::Kind::Heap || says_what_exists(memory, key) ||
                             leads_somewhere(left) || leads_somewhere(right);
        result = result && (is_equal || !matters);
        return std::nullopt;
      });
  return result;
}

} // namespace tandem::analysis::shape
