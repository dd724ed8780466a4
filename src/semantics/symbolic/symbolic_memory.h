// Memory of symbolic states: objects at fixed, disjoint addresses, each divided into cells (layout.h) that hold terms.
//
// Addresses are numbers, so pointers cost no machinery of their own: constants propagate through them, and a pointer
// that depends on the path is an if-then-else over constants, along which loads and stores are split. An offset that is
// not constant is resolved by cases in small objects and by an SMT array (indexed by byte offset) in large ones.
//
// What cannot be resolved is over-approximated: a load gives an arbitrary value, a store makes the object arbitrary,
// and `imprecisions` counts it. A pointer that leads to no object reads an arbitrary value; writing through it changes
// nothing (the program's own objects are assumed not to be hit by pointers that come from nowhere).
#pragma once

#include "base/core/persistent_map.h"
#include "program/model/program.h"
#include "semantics/core/layout.h"
#include "semantics/symbolic/identities.h"
#include "smt/term/terms.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tandem::semantics::symbolic {

using smt::Term;
using smt::Terms;

using SymbolicObjectId = std::uint32_t;

enum class Fill : std::uint8_t { Zero, Arbitrary };

struct SymbolicObject {
  std::uint64_t address = 0;
  std::uint64_t size = 0;             // bytes; of a block of unknown size what is reserved for it
  const Type* layout = nullptr;       // null: bytes
  bool has_fixed_layout = true;       // false: a block that takes the type of its first access as layout
  Fill fill = Fill::Arbitrary;        // what cells without a term hold
  const Function* function = nullptr; // for the address of a function
  std::optional<std::uint32_t> environment_block = std::nullopt; // for memory from outside (outside.h)
};

// The values of registers and cells at one point of a path. Copying is cheap.
struct SymbolicState {
  PersistentMap<Term> cells;
};

// What is accessed through a pointer of which nothing is known.
enum class UnconstrainedPointers : std::uint8_t {
  ReadArbitrary,     // reading gives any value: what proofs need
  LeadToEnvironment, // nothing, or a block of its own (outside.h): for executions that can be replayed
};

struct MemoryOptions {
  UnconstrainedPointers unconstrained_pointers = UnconstrainedPointers::ReadArbitrary;
  // Symbolic offsets are resolved by cases up to this many; beyond, by an SMT array.
  std::uint32_t case_limit = 64;
};

class SymbolicMemory {
public:
  SymbolicMemory(Terms& terms, const TypeTable& types, Identities& identities, MemoryOptions options = {});

  // The same object again for the same identity, size and fill.
  SymbolicObjectId allocate(const Identity& identity, std::uint64_t size, const Type* layout, Fill fill);
  // Its layout follows from the first access.
  SymbolicObjectId allocate_block(const Identity& identity, std::uint64_t size, Fill fill);
  SymbolicObjectId function_object(const Function& function);
  const SymbolicObject& object(SymbolicObjectId id) const { return objects_[id]; }
  Term address(SymbolicObjectId id);
  // Where a call through the pointer may lead, each with the condition under which it does.
  struct CallLeaf {
    const Function* function = nullptr; // nullptr: none, or nobody knows
    Term condition;
    bool is_address = true; // a constant; if not, it may be anything
  };
  std::vector<CallLeaf> functions_at(Term pointer);
  // A call through the pointer leads to code from outside, under the guard.
  void note_external_call(Term pointer) { note_access(lazily_initialised(pointer)); }
  // The object a constant address lies in or close to.
  std::optional<SymbolicObjectId> object_at(std::uint64_t address) const;

  // `pointee` is what the access's pointer is declared to point to; it types untyped blocks.
  Term load(SymbolicState& state, Term address, std::uint32_t bits, const Type* pointee);
  void store(SymbolicState& state, Term address, Term value, const Type* pointee);
  // Aggregates, cell by cell of `type`.
  void copy(SymbolicState& state, Term to, Term from, const Type& type);
  void fill_zero(SymbolicState& state, Term address, const Type& type);
  void store_bytes(SymbolicState& state, Term address, std::string_view bytes);
  // Of a constant number of bytes; false if the addresses cannot be resolved.
  void copy_bytes(SymbolicState& state, Term to, Term from, std::uint64_t size);
  void set_bytes(SymbolicState& state, Term to, Term byte, std::uint64_t size);

  void forget(SymbolicState& state, SymbolicObjectId id) const; // the object's life ends or starts anew
  // Stores through pointers that lead to no known object change anything, from now on. (Otherwise: nothing.)
  void let_unconstrained_pointers_write() { unconstrained_pointers_write_ = true; }
  void havoc_all(SymbolicState& state);
  void havoc_behind(SymbolicState& state, Term pointer); // all objects it may lead to
  void havoc(SymbolicState& state, SymbolicObjectId id); // its content becomes arbitrary

  // Registers share the map with cells. One is not the program's: the rounding mode that fesetround set.
  static std::uint64_t register_key(std::uint64_t number) { return register_bit | (number + 1); }
  // Of a register that is always written before it is read.
  static std::uint64_t temporary_key(std::uint64_t number) { return register_key(number) | temporary_bit; }
  static constexpr std::uint64_t rounding_register() { return register_bit; }
  static constexpr std::uint64_t environment_changed() { return register_bit | temporary_bit; } // present: it was
  void set_register(SymbolicState& state, std::uint64_t key, Term value) { state.cells.set(key, named(key, value)); }

  // What is asked before a term is stored, also when states are merged, with the register or cell it is for: the answer
  // is stored instead. For forms in which every stored value has a name; pointers keep their terms, which say where
  // they lead.
  using Naming = std::function<Term(Term value, std::uint64_t key)>;
  void set_naming(Naming naming) { naming_ = std::move(naming); }
  // What stands for a register, or for the object that a cell belongs to.
  static std::uint64_t home_of(std::uint64_t key) {
    return key & register_bit ? key : key & ~std::uint64_t{0xFFFFFFFF};
  }
  static std::uint64_t home(SymbolicObjectId id) { return key(id, 0); }

  // Where the operations that follow are executed; what `strays` and `on_first_value` are about.
  void set_guard(Term guard) { guard_ = guard; }
  Term guard() const { return guard_; }
  // When some access so far went through a pointer that leads to no object.
  const std::vector<Term>& invalid_accesses() const { return invalid_accesses_; }
  // What blocks from outside hold at the start, as far as it was looked at; and when they are used at all.
  struct EnvironmentValue {
    std::uint32_t block = 0;
    std::uint64_t offset = 0;
    Term value;
  };
  const std::vector<EnvironmentValue>& environment() const { return environment_; }
  const std::vector<Term>& environment_uses() const { return environment_uses_; }
  // Called when a cell without a value is given a name for it.
  void on_first_value(std::function<void(Term value, SymbolicObjectId object, Cell cell)> callback) {
    on_first_value_ = std::move(callback);
  }

  // The state where `condition` chooses between two.
  SymbolicState merge(Term condition, const SymbolicState& a, const SymbolicState& b);

  // Whether a state without a term for this key may hold any value there.
  bool is_arbitrary_if_missing(const SymbolicState& state, std::uint64_t key) const;

  std::uint64_t imprecisions() const { return imprecisions_; }

private:
  static constexpr std::uint64_t register_bit = std::uint64_t{1} << 63;
  static constexpr std::uint64_t temporary_bit = std::uint64_t{1} << 62;
  static constexpr std::uint64_t array_zone = 0xF0000000;
  static constexpr std::uint64_t fill_slot = 0xFFFFFFFF;

  struct Progression { // offsets residue + k * stride; stride 0: a constant
    std::uint64_t stride = 1;
    std::uint64_t residue = 0;
  };
  using Memo = std::unordered_map<Term, Term>;

  static std::uint64_t key(SymbolicObjectId id, std::uint64_t offset) { return std::uint64_t{id} << 32 | offset; }
  std::uint32_t pointer_width() const { return static_cast<std::uint32_t>(types_.size_type().size() * 8); }
  std::uint64_t constant(Term term) const { return terms_.bits(term).low(); }
  bool is_constant(Term term) const { return terms_.is_constant(term); }
  Term arbitrary(std::uint32_t bits);
  Term first_value(SymbolicObjectId id, Cell cell);

  bool leads_to_object(Term pointer);
  // symbolic_outside.cpp
  Term valid(Term pointer); // it leads to an object
  Term lazily_initialised(Term pointer);
  Term in_new_block(Term pointer);
  Term first_environment_value(const SymbolicObject& object, Cell cell);
  void note_access(Term pointer); // which is placed
  Term load_environment(const SymbolicState& state, Term address, std::uint32_t bits);
  void store_environment(SymbolicState& state);
  std::pair<Term, Term> split_sum(Term sum); // pointer, offset
  Term load_split(SymbolicState& state, Term pointer, Term offset, std::uint32_t bits, const Type* pointee, Memo& memo);
  void store_split(SymbolicState& state, Term pointer, Term offset, Term condition, Term value, const Type* pointee);
  Term reaches(Term pointer, Term leaf, Memo& memo);
  void collect_leaves(Term pointer, std::vector<Term>& leaves, std::unordered_map<Term, bool>& seen);

  void adopt(SymbolicObjectId id, const Type* pointee);
  Term load_object(SymbolicState& state, SymbolicObjectId id, Term offset, std::uint32_t bits, const Type* pointee);
  void store_object(SymbolicState& state, SymbolicObjectId id, Term offset, Term condition, Term value,
                    const Type* pointee);
  Term gather(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, std::uint32_t bytes);
  void put(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, Term value);
  Term load_by_cases(SymbolicState& state, SymbolicObjectId id, Term offset, Progression at, std::uint32_t bytes);
  void store_by_cases(SymbolicState& state, SymbolicObjectId id, Term offset, Progression at, Term condition,
                      Term value);
  bool has_uniform_cells(SymbolicObjectId id, Progression at, std::uint32_t bytes) const;
  Term into_array(SymbolicState& state, SymbolicObjectId id, std::uint32_t bytes);
  Term default_array(const SymbolicState& state, SymbolicObjectId id, std::uint32_t bytes);
  Progression progression(Term offset) const;

  // The value of a cell without making one up: nothing if it is arbitrary.
  std::optional<Term> peek(const SymbolicState& state, SymbolicObjectId id, Cell cell);
  Term cell_value(SymbolicState& state, SymbolicObjectId id, Cell cell);
  Fill fill(const SymbolicState& state, SymbolicObjectId id) const;
  std::optional<Term> merge_key(std::uint64_t key, const Term* a, const Term* b, Term condition,
                                const SymbolicState& left, const SymbolicState& right);

  Term named(std::uint64_t key, Term value);

  Terms& terms_;
  const TypeTable& types_;
  Identities& identities_;
  MemoryOptions options_;
  Naming naming_;
  std::vector<SymbolicObject> objects_;
  std::map<std::uint64_t, SymbolicObjectId> by_address_;
  std::unordered_map<const Function*, SymbolicObjectId> functions_;
  std::unordered_map<Term, bool> leads_to_object_;
  std::unordered_map<Term, Term> valid_, lazily_initialised_;
  std::vector<Term> invalid_accesses_, environment_uses_;
  std::vector<EnvironmentValue> environment_;
  std::uint32_t environment_blocks_ = 0;
  Term guard_;
  std::function<void(Term, SymbolicObjectId, Cell)> on_first_value_;
  std::uint32_t unknowns_ = 0;
  std::map<std::uint64_t, std::uint32_t> versions_; // of a cell: how often it got a first value
  std::uint64_t imprecisions_ = 0;
  bool unconstrained_pointers_write_ = false;
};

} // namespace tandem::semantics::symbolic
