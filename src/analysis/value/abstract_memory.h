// Memory of abstract states: objects (variables of an activation, allocated blocks, results of calls, functions) with
// abstract values in cells. What has no cell may hold anything, unless the object is known to be zero where nothing was
// written.
//
// Every variable is an object, whether it has an address or not. An allocation makes a new object each time it is
// executed on a path, up to a limit; beyond, its address is not known. Writing through an unknown address forgets all
// that the alias partition allows it to hit.
#pragma once

#include "analysis/reach/call_stack.h"
#include "analysis/reach/domain.h"
#include "analysis/value/abstract_value.h"
#include "base/core/persistent_map.h"
#include "program/pointers/alias.h"

#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace tandem::analysis::value {

struct AbstractObject {
  enum class Kind : std::uint8_t { Variable, Block, Result, Function };
  Kind kind = Kind::Variable;
  reach::StackId stack = 0; // Variable (locals), Block, Result
  const Variable* variable = nullptr;
  const Edge* allocation = nullptr;
  const Function* function = nullptr;
  std::uint64_t size = 0; // bytes; of blocks of unknown size the most
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

  std::uint32_t partition = 0; // states of different parts are kept apart (ValueOptions::apart)

private:
  static std::uint64_t hash(std::uint64_t key, const AbstractCell& cell);

  PersistentMap<AbstractCell> cells_;
  std::uint64_t hash_ = 0; // the sum over all cells
};

// What is remembered of a value that is written.
enum class ValuePrecision : std::uint8_t {
  Constants, // explicit values
  Intervals,
};

struct MemoryPolicy {
  ValuePrecision precision = ValuePrecision::Intervals;
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
  // The address of a new block; Any if there have been too many.
  AbstractValue allocate(AbstractState& state, const Edge& edge, reach::StackId stack, const AbstractValue& size);

  // Bytes [offset, offset + bytes) of an object; values have 8 * bytes bits, or are narrower in registers.
  AbstractValue load(const AbstractState& state, AbstractObjectId id, std::int64_t offset, std::uint32_t bytes) const;
  void store(AbstractState& state, AbstractObjectId id, std::int64_t offset, std::uint32_t bytes,
             const AbstractValue& value) const;
  // Through an address of any kind; the place says which memory an unknown one may mean.
  AbstractValue load(const AbstractState& state, const AbstractValue& pointer, std::uint32_t bytes) const;
  void store(AbstractState& state, const AbstractValue& pointer, const Expr& lvalue, std::uint32_t bytes,
             const AbstractValue& value) const;
  // `to` and `from` are addresses, or nothing is known of the target afterwards. `type` may be null: bytes.
  void copy(AbstractState& state, const AbstractValue& to, const AbstractValue& from, std::uint64_t size,
            const Type* type) const;
  void fill_zero(AbstractState& state, const AbstractValue& to, std::uint64_t size) const;

  void forget(AbstractState& state, AbstractObjectId id) const; // anything may be there
  void forget(AbstractState& state, AbstractObjectId id, std::int64_t from, std::int64_t to) const;
  void zero(AbstractState& state, AbstractObjectId id) const;                     // all of it
  void forget_region(AbstractState& state, const pointers::Region* region) const; // nullptr: all memory
  void forget_behind(AbstractState& state, const AbstractValue& pointer, const Expr& expr) const;
  void forget_lvalue(AbstractState& state, const AbstractValue& at, const Expr& lvalue) const; // of any type
  void forget_externally_visible(AbstractState& state) const; // what code outside the program may change
  void forget_all(AbstractState& state) const;

  static std::uint64_t key(AbstractObjectId id, std::uint64_t offset) { return std::uint64_t{id} << 32 | offset; }
  static AbstractObjectId object_of(std::uint64_t key) { return static_cast<AbstractObjectId>(key >> 32); }
  static std::uint64_t offset_of(std::uint64_t key) { return key & 0xFFFFFFFF; }
  static constexpr std::uint64_t zero_mark = 0xFFFFFFFF, count_mark = 0xFFFFFFFE; // in place of an offset
  bool is_zero_elsewhere(const AbstractState& state, AbstractObjectId id) const {
    return state.find(key(id, zero_mark)) != nullptr;
  }

  // Does an address certainly lie in its object, or just behind it?
  bool is_inside(const AbstractValue& address) const;

private:
  AbstractObjectId add(AbstractObject object);
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
};

} // namespace tandem::analysis::value
