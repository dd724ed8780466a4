// Memory of abstract states: objects (variables of an activation, allocated blocks, results of calls, functions) with
// abstract values in cells. Bytes without a cell are unknown, unless the object is marked as zero wherever nothing was
// written.
//
// Every variable is an object, whether its address is taken or not. An allocation creates a new object each time it is
// executed on a path, up to a limit; beyond, its address is unknown. Writing through an unknown address forgets all
// that the alias partition allows it to hit.
#pragma once

#include "analysis/reach/call_stack.h"
#include "analysis/reach/domain.h"
#include "analysis/value/abstract_value.h"
#include "base/core/persistent_map.h"
#include "program/pointers/alias.h"
#include "semantics/core/target.h"

#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace tandem::analysis::value {

struct AbstractObject {
  // LastNode: stands for the last node of a list whose nodes are one object (analysis/shape); Heap: has marks of
  // states.
  enum class Kind : std::uint8_t { Variable, Block, Result, Function, LastNode, Heap };
  Kind kind = Kind::Variable;
  reach::StackId stack = 0; // Variable (locals), Block, Result
  const Variable* variable = nullptr;
  const Edge* allocation = nullptr; // null for blocks that are named by their size
  const Function* function = nullptr;
  std::uint64_t size = 0; // bytes; the maximum for blocks of unknown size
};

struct AbstractCell {
  AbstractValue value;
  std::uint8_t bytes = 1;
  friend bool operator==(const AbstractCell&, const AbstractCell&) = default;
};

class AbstractState : public reach::DomainState {
public:
  const AbstractCell* find(std::uint64_t key) const { return cells_.find(key); }
  void set(std::uint64_t key, const AbstractCell& cell);
  void erase(std::uint64_t key);
  const PersistentMap<AbstractCell>& cells() const { return cells_; }
  void replace(PersistentMap<AbstractCell> cells);
  std::uint64_t hash() const { return hash_; }

  std::uint32_t partition = 0; // trace partition: states of different ones are kept separate (value_domain.h)

private:
  static std::uint64_t hash(std::uint64_t key, const AbstractCell& cell);

  PersistentMap<AbstractCell> cells_;
  std::uint64_t hash_ = 0; // the sum over all cells
};

// What is remembered of a written value.
enum class ValuePrecision : std::uint8_t {
  Constants, // explicit values
  Intervals,
};

// How allocated blocks are told apart.
enum class BlockNames : std::uint8_t {
  ByAllocation, // by the call and how often it was executed on the path
  BySize,       // by size and the smallest number that is free: the names say nothing of how a state came to be
};

struct MemoryPolicy {
  ValuePrecision precision = ValuePrecision::Intervals;
  BlockNames names = BlockNames::ByAllocation;
  std::uint32_t blocks_of_an_allocation = 64;
  std::function<bool(const AbstractObject&)> tracks; // null: everything
};

class AbstractMemory {
public:
  AbstractMemory(const pointers::AliasPartition& aliases, MemoryPolicy policy);

  // Objects.
  AbstractObjectId variable(const Variable& variable, reach::StackId stack);
  AbstractObjectId result(reach::StackId stack, const Type& type);
  AbstractObjectId function(const Function& function);
  const AbstractObject& object(AbstractObjectId id) const { return objects_[id]; }
  std::size_t object_count() const { return objects_.size(); }
  // The address of a new block; Any if the limit is reached.
  AbstractValue allocate(AbstractState& state, const Edge& edge, reach::StackId stack, const AbstractValue& size);

  // Bytes [offset, offset + bytes) of an object; values have 8 * bytes bits, or are narrower in registers.
  AbstractValue load(const AbstractState& state, AbstractObjectId id, std::int64_t offset, std::uint32_t bytes) const;
  void store(AbstractState& state, AbstractObjectId id, std::int64_t offset, std::uint32_t bytes,
             const AbstractValue& value) const;
  // Through any address; the lvalue says which memory an unknown one may hit.
  AbstractValue load(const AbstractState& state, const AbstractValue& pointer, std::uint32_t bytes) const;
  void store(AbstractState& state, const AbstractValue& pointer, const Expr& lvalue, std::uint32_t bytes,
             const AbstractValue& value) const;
  // If `to` or `from` is no address, the target is unknown afterwards. `type` may be null: bytes.
  void copy(AbstractState& state, const AbstractValue& to, const AbstractValue& from, std::uint64_t size,
            const Type* type) const;
  void fill_zero(AbstractState& state, const AbstractValue& to, std::uint64_t size) const;

  // Whether an object exists, and its size: of what has no mark in the state, nothing is known.
  void begin_lifetime(AbstractState& state, AbstractObjectId id) const;
  void end_lifetime(AbstractState& state, AbstractObjectId id) const;
  void free(AbstractState& state, const AbstractValue& pointer) const;
  bool certainly_exists(const AbstractState& state, AbstractObjectId id) const;
  AbstractValue size(const AbstractState& state, AbstractObjectId id) const;
  bool is_heap_block(AbstractObjectId id) const; // not of alloca
  void end_stack_blocks(AbstractState& state, reach::StackId stack) const;

  void forget(AbstractState& state, AbstractObjectId id) const; // its contents become unknown
  void forget(AbstractState& state, AbstractObjectId id, std::int64_t from, std::int64_t to) const;
  void zero(AbstractState& state, AbstractObjectId id) const;                     // all of it
  void forget_region(AbstractState& state, const pointers::Region* region) const; // nullptr: all memory
  void forget_behind(AbstractState& state, const AbstractValue& pointer, const Expr& expr) const;
  void forget_lvalue(AbstractState& state, const AbstractValue& at, const Expr& lvalue) const; // of any type
  void forget_externally_visible(AbstractState& state) const; // what external code may change
  void forget_all(AbstractState& state) const;

  static std::uint64_t key(AbstractObjectId id, std::uint64_t offset) { return std::uint64_t{id} << 32 | offset; }
  static AbstractObjectId object_of(std::uint64_t key) { return static_cast<AbstractObjectId>(key >> 32); }
  static std::uint64_t offset_of(std::uint64_t key) { return key & 0xFFFFFFFF; }
  static constexpr std::uint64_t zero_mark = 0xFFFFFFFF, count_mark = 0xFFFFFFFE; // in place of an offset
  static constexpr std::uint64_t lifetime_mark = 0xFFFFFFFD, size_mark = 0xFFFFFFFC;
  // Of a block that stands for a list of blocks (analysis/shape): how they are linked, and how many there are at least.
  static constexpr std::uint64_t links_mark = 0xFFFFFFFB, length_mark = 0xFFFFFFFA, first_mark = 0xFFFFFF00;
  bool is_zero_elsewhere(const AbstractState& state, AbstractObjectId id) const {
    return state.find(key(id, zero_mark)) != nullptr;
  }

  // Whether an address is certainly inside its object, or just past its end.
  bool is_inside(const AbstractValue& address) const;
  // Whether two different objects certainly have different addresses: an allocated block may lie where one was freed,
  // the variables of a call where those of another one were. Those of the entry function exist as long as any.
  bool are_apart(const AbstractState& state, AbstractObjectId a, AbstractObjectId b) const;
  bool is_on_stack(AbstractObjectId id) const;

  // BlockNames::BySize (sized_blocks.cpp). Where what was written is not known, nothing is known of the state any more.
  void know_all_blocks(AbstractState& state) const; // initially
  bool knows_all_blocks(const AbstractState& state) const;
  void lose_block(AbstractState& state) const;    // one may exist that the state does not have
  void forget_blocks(AbstractState& state) const; // any may be freed, and others may have been allocated
  bool is_given_up(const AbstractState& state) const;
  AbstractObjectId sized_block(std::uint64_t size, std::uint32_t number);
  std::uint32_t number_of(AbstractObjectId sized) const { return sized_numbers_[sized]; }
  AbstractObjectId unused_block(const AbstractState& state, std::uint64_t size);
  bool is_sized_block(AbstractObjectId id) const;
  AbstractObjectId last_node(AbstractObjectId sized) const { return sized + 1; }
  // The block or list that exists there; a list is no object that can be accessed.
  bool is_list(const AbstractState& state, AbstractObjectId id) const {
    return state.find(key(id, links_mark)) != nullptr;
  }
  // Whether nothing is known of the object's address and contents: a list, or a block that was freed.
  bool is_unknown(const AbstractState& state, AbstractObjectId id) const;
  AbstractValue blocks_are(const AbstractState& state, semantics::BlocksFact fact) const;
  std::set<AbstractObjectId> reached_from(const AbstractState& state,
                                          const std::function<bool(AbstractObjectId)>& is_root) const;

private:
  static constexpr std::uint64_t all_blocks_known = 0, memory_known = 1; // cells of heap_

  AbstractObjectId add(AbstractObject object);
  bool names_by_size() const { return policy_.names == BlockNames::BySize; }
  AbstractValue allocate_sized(AbstractState& state, const AbstractValue& size);
  void free_sized(AbstractState& state, const AbstractValue& pointer) const;
  void give_up(AbstractState& state) const;
  bool fits(AbstractObjectId id, std::int64_t offset, std::uint64_t bytes) const;
  void put(AbstractState& state, AbstractObjectId id, std::uint64_t offset, const AbstractCell& cell) const;
  void clear(AbstractState& state, AbstractObjectId id, std::uint64_t from, std::uint64_t to) const;
  void forget_member(AbstractState& state, const pointers::RegionMember& member) const;

  const pointers::AliasPartition& aliases_;
  MemoryPolicy policy_;
  std::vector<AbstractObject> objects_;
  std::map<std::tuple<AbstractObject::Kind, reach::StackId, std::uint32_t, std::uint32_t>, AbstractObjectId> index_;
  std::vector<std::vector<AbstractObjectId>> of_variable_; // by Variable::id
  std::vector<AbstractObjectId> blocks_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, AbstractObjectId> sized_blocks_; // by size and number
  std::vector<std::uint32_t> sized_numbers_;                                         // by object
  AbstractObjectId heap_ = 0;
  bool frees_ = false; // the program may free blocks
};

} // namespace tandem::analysis::value
