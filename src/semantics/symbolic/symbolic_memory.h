// Memory of symbolic states: objects at fixed, disjoint addresses, each divided into cells (layout.h) that hold terms.
//
// Addresses are numbers, so pointers need no representation of their own: constants propagate through them, and a
// pointer that depends on the path is an if-then-else over constants, along which loads and stores are split. (What a
// program sees when it converts a pointer to an integer is not that number: symbolic_addresses.cpp.) An offset
// that is not constant is resolved by cases in small objects and by an SMT array (indexed by byte offset) in large
// ones.
//
// What cannot be resolved is over-approximated: a load gives an arbitrary value, a store makes the object arbitrary,
// and `imprecisions` counts it. A read through a pointer that leads to no object gives an arbitrary value; a write
// through it changes nothing (unconstrained pointers are assumed not to lead to the program's own objects).
// docs/decisions/006-memory-at-fixed-addresses.md has the reasons, symbolic_memory.cpp the algorithm.
#pragma once

#include "base/core/persistent_map.h"
#include "program/model/program.h"
#include "semantics/core/layout.h"
#include "semantics/core/target.h"
#include "semantics/symbolic/identities.h"
#include "semantics/symbolic/known_conditions.h"
#include "semantics/symbolic/symbolic_object.h"
#include "smt/term/terms.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::semantics::symbolic {

using smt::Term;
using smt::Terms;

class SymbolicMemory {
public:
  SymbolicMemory(Terms& terms, const TypeTable& types, Identities& identities, MemoryOptions options = {});

  // Returns the same object for the same identity, size and fill.
  SymbolicObjectId allocate(const Identity& identity, std::uint64_t size, const Type* layout, Fill fill);
  // An object whose address is a multiple of this, if its type does not promise more already; 0: nothing is promised.
  void set_alignment(SymbolicObjectId id, std::uint64_t alignment);
  // A block whose layout follows from the first access, and one of unknown size with cells for so many bytes.
  SymbolicObjectId allocate_open_block(const Identity& identity, std::uint64_t cells, Fill fill, Term size);
  SymbolicObjectId allocate_block(const Identity& identity, std::uint64_t size, Fill fill);
  SymbolicObjectId function_object(const Function& function);
  std::optional<SymbolicObjectId> find(const Identity& identity, std::uint64_t size, Fill fill) const;
  const SymbolicObject& object(SymbolicObjectId id) const { return objects_[id]; }
  Term address(SymbolicObjectId id);
  // The possible callees of a call through the pointer, each with its condition.
  struct CallLeaf {
    const Function* function = nullptr; // null: not a function, or not known
    Term condition;
    bool is_address = true; // a constant; if not, it may have any value
  };
  std::vector<CallLeaf> functions_at(Term pointer);
  // The values among which a pointer is an if-then-else, each with its condition.
  struct PointerLeaf {
    Term pointer;
    Term condition;
  };
  enum class Leaves { All, InObjects };
  std::vector<PointerLeaf> leaves_of(Term pointer, Leaves wanted = Leaves::All);
  // Under the guard, a call through the pointer is external.
  void note_external_call(Term pointer) { note_access(lazily_initialised(pointer)); }
  // The object that contains a constant address or is close to it.
  std::optional<SymbolicObjectId> object_at(std::uint64_t address) const;

  // Conversions between pointers and integers of their width; and, of a value that was read, the form in which its type
  // holds addresses. symbolic_addresses.cpp explains the two forms.
  Term integer_from(Term pointer);
  Term pointer_from(Term integer);
  Term as_pointer(Term value);
  Term as_integer(Term value);
  // Whether the order and the distance of two pointers are determined by offsets in one object.
  bool lead_to_one_object(Term a, Term b);
  std::pair<Term, Term> offsets_in_object(Term a, Term b);
  // Of bit-vectors; where they are addresses, the result is what C promises.
  Term compare(BvCompare op, Term a, Term b);

  // `pointee` is the declared element type of the pointer; it becomes the layout of a block without one.
  Term load(SymbolicState& state, Term address, std::uint32_t bits, const Type* pointee);
  void store(SymbolicState& state, Term address, Term value, const Type* pointee);
  // Aggregates, cell by cell of `type`.
  void copy(SymbolicState& state, Term to, Term from, const Type& type);
  void fill_zero(SymbolicState& state, Term address, const Type& type);
  void store_bytes(SymbolicState& state, Term address, std::string_view bytes);
  // A constant number of bytes.
  void copy_bytes(SymbolicState& state, Term to, Term from, std::uint64_t size);
  void set_bytes(SymbolicState& state, Term to, Term byte, std::uint64_t size);
  // Any number of bytes (symbolic_ranges.cpp).
  void copy_range(SymbolicState& state, Term to, Term from, Term size);
  void set_range(SymbolicState& state, Term to, Term byte, Term size);
  // What is known: the two ranges have the same bytes.
  void equate_ranges(SymbolicState& state, Term a, Term b, Term size);

  void forget(SymbolicState& state, SymbolicObjectId id) const; // the object's lifetime ends or starts
  // From now on, stores through pointers that lead to no known object havoc all memory. (Otherwise they change
  // nothing.)
  void let_unconstrained_pointers_write() { unconstrained_pointers_write_ = true; }
  void havoc_all(SymbolicState& state);
  // What may change: of an object, these bytes.
  using MayChange = std::function<bool(const SymbolicObject&, std::uint64_t offset, std::uint64_t bytes)>;
  void havoc_where(SymbolicState& state, const MayChange& may_change);
  void havoc_behind(SymbolicState& state, Term pointer); // all objects it may lead to
  void havoc(SymbolicState& state, SymbolicObjectId id); // its content becomes arbitrary

  // Lifetimes (symbolic_lifetimes.cpp). Without Lifetimes::Followed these do nothing.
  bool follows_lifetimes() const { return options_.lifetimes == Lifetimes::Followed; }
  void ignore_lifetimes() { options_.lifetimes = Lifetimes::Unknown; }
  void follow_only_blocks() { options_.lifetimes = Lifetimes::OfBlocks; }
  void begin_lifetime(SymbolicState& state, SymbolicObjectId id);
  void end_lifetime(SymbolicState& state, SymbolicObjectId id) const;
  void end_scope_somewhen(SymbolicState& state, SymbolicObjectId id); // it may exist or not
  // Pointers to the object, which has ended, are left where they cannot be told from those to its successor: in arrays,
  // or as integers. From then on it is not known whether the object exists.
  void note_stale_pointers(SymbolicState& state, SymbolicObjectId id);
  // `to` is `from` and an offset. Where that leads into another object, it leads anywhere.
  Term moved(Term from, Term to);
  void set_size(SymbolicState& state, SymbolicObjectId id, Term size);
  void set_read_only(SymbolicObjectId id) { objects_[id].is_read_only = true; }
  void set_variable(SymbolicObjectId id, const Variable& variable) { objects_[id].variable = &variable; }
  void set_allocation(SymbolicObjectId id, const Edge& call) { objects_[id].allocation = &call; }
  // Blocks of alloca exist as long as the activation.
  void mark_stack_block(SymbolicObjectId id, std::uint32_t context);
  void end_stack_block(SymbolicState& state, Term pointer); // of an array of variable length
  void end_stack_blocks(SymbolicState& state, std::uint32_t context) const;
  void free(SymbolicState& state, Term pointer);
  void forget_blocks(SymbolicState& state); // any may be freed, and others may have been allocated

  // Where a pointer leads.
  struct PointedTo {
    enum class Kind : std::uint8_t { Known, Unknown };
    std::optional<SymbolicObjectId> object; // none: no object, if that is known
    Term offset;
    Kind kind = Kind::Known;
  };
  using ObjectAnswer = std::function<Term(const PointedTo&)>;
  Term of_object(Term pointer, const ObjectAnswer& answer);
  Term size_of(const SymbolicState& state, const PointedTo& to);
  Term number_of(const PointedTo& to);
  Term is_true_of(const SymbolicState& state, ObjectFact fact, const PointedTo& to);
  // Which bytes were written (symbolic_written.cpp). Not known until it is asked for.
  void follow_writes(Writes writes) { options_.writes = writes; }
  Term is_written(SymbolicState& state, Term pointer, std::uint32_t bytes);
  // `roots`: the registers from which blocks may be reached.
  Term blocks_are(const SymbolicState& state, BlocksFact fact, const std::set<std::uint64_t>& roots);

  // Registers share the map with cells. One is not a variable of the program: the rounding mode set by fesetround.
  static std::uint64_t register_key(std::uint64_t number) { return register_bit | (number + 1); }
  // The key of a register that is always written before it is read.
  static std::uint64_t temporary_key(std::uint64_t number) { return register_key(number) | temporary_bit; }
  static bool is_variable(std::uint64_t key) { return (key & register_bit) != 0 && (key & temporary_bit) == 0; }
  static constexpr std::uint64_t rounding_register() { return register_bit; }
  static constexpr std::uint64_t environment_changed() { return register_bit | temporary_bit; } // when it was
  static constexpr std::uint64_t environment_freed() { return ~std::uint64_t{0} - 1; }          // when some of it was
  static constexpr std::uint64_t blocks_unknown() { return ~std::uint64_t{0}; } // present: there may be others
  void set_register(SymbolicState& state, std::uint64_t key, Term value) { state.cells.set(key, named(key, value)); }

  // Called before a term is stored in a register or cell, also when states are merged; the result is stored instead.
  // For single-assignment forms, in which every stored value has a symbol; pointers keep their terms, which say where
  // they lead.
  using Naming = std::function<Term(Term value, std::uint64_t key)>;
  void set_naming(Naming naming) { naming_ = std::move(naming); }
  // A key for the register, or for the object that a cell belongs to.
  static std::uint64_t home_of(std::uint64_t key) {
    return key & register_bit ? key : key & ~std::uint64_t{0xFFFFFFFF};
  }
  static std::uint64_t home(SymbolicObjectId id) { return key(id, 0); }

  // The path condition of the operations that follow; used by `invalid_accesses` and `on_first_value`.
  void set_guard(Term guard) { guard_ = guard; }
  Term guard() const { return guard_; }
  // What holds where memory is accessed: pointers are resolved accordingly as long as one of these exists.
  class Knowing {
  public:
    Knowing(SymbolicMemory& memory, KnownConditions known)
        : memory_(memory), before_(std::exchange(memory.known_, std::move(known))) {}
    ~Knowing() { memory_.known_ = std::move(before_); }
    Knowing(const Knowing&) = delete;
    Knowing& operator=(const Knowing&) = delete;

  private:
    SymbolicMemory& memory_;
    KnownConditions before_;
  };
  // When some access so far went through a pointer that leads to no object.
  const std::vector<Term>& invalid_accesses() const { return invalid_accesses_; }
  // The initial contents of environment memory, as far as it was read; and when it is used at all.
  struct EnvironmentValue {
    std::uint32_t block = 0;
    std::uint64_t offset = 0;
    Term value;
  };
  const std::vector<EnvironmentValue>& environment() const { return environment_; }
  const std::vector<Term>& environment_uses() const { return environment_uses_; }
  // Called when a symbol is introduced for an uninitialised cell.
  void on_first_value(std::function<void(Term value, SymbolicObjectId object, Cell cell)> callback) {
    on_first_value_ = std::move(callback);
  }

  // Called when contents of an object are read that are an array without initial values, at an offset that need not be
  // constant.
  using ContentsRead = std::function<void(Term value, SymbolicObjectId object, Term offset)>;
  void on_contents_read(ContentsRead callback) { on_contents_read_ = std::move(callback); }

  // The state that is `a` if the condition holds, and `b` otherwise.
  SymbolicState merge(Term condition, const SymbolicState& a, const SymbolicState& b) {
    return merge(condition, a, {}, b, {});
  }
  // Likewise, with what is known where each of them is.
  SymbolicState merge(Term condition, const SymbolicState& a, const KnownConditions& on_a, const SymbolicState& b,
                      const KnownConditions& on_b);

  // Whether a missing term for this key means an arbitrary value.
  bool is_arbitrary_if_missing(const SymbolicState& state, std::uint64_t key) const;

  std::uint64_t imprecisions() const { return imprecisions_; }

private:
  static constexpr std::uint64_t register_bit = std::uint64_t{1} << 63;
  static constexpr std::uint64_t temporary_bit = std::uint64_t{1} << 62;
  static constexpr std::uint64_t array_zone = 0xF0000000;
  static constexpr std::uint64_t last_content_slot = 0xFFFFFFEF;
  static constexpr std::uint64_t lifetime_slot = 0xFFFFFFF0, size_slot = 0xFFFFFFF1, all_written_slot = 0xFFFFFFF2;
  static constexpr std::uint64_t stale_slot = 0xFFFFFFF3;
  static constexpr std::uint64_t fill_slot = 0xFFFFFFFF;

  struct Progression { // offsets residue + k * stride; stride 0: a constant
    std::uint64_t stride = 1;
    std::uint64_t residue = 0;
  };
  using Memo = std::unordered_map<Term, Term>;
  using OffsetMemo = std::map<std::pair<Term, Term>, Term>; // by pointer and what is added to it

  static std::uint64_t key(SymbolicObjectId id, std::uint64_t offset) { return std::uint64_t{id} << 32 | offset; }
  std::uint32_t pointer_width() const { return static_cast<std::uint32_t>(types_.size_type().size() * 8); }
  std::uint64_t constant(Term term) const { return terms_.bits(term).low(); }
  bool is_constant(Term term) const { return terms_.is_constant(term); }
  Term arbitrary(std::uint32_t bits);
  Term first_value(SymbolicObjectId id, Cell cell);

  // symbolic_lifetimes.cpp
  Term arbitrary_truth();
  Term of_object(Term pointer, Term offset, const ObjectAnswer& answer, OffsetMemo& memo);
  void free_where(SymbolicState& state, SymbolicObjectId id, Term condition);
  Term exists(const SymbolicState& state, SymbolicObjectId id);
  bool is_block(SymbolicObjectId id) const;
  bool is_absent(const SymbolicState& state, const KnownConditions& known, SymbolicObjectId id) const;
  bool is_root(const SymbolicState& state, SymbolicObjectId id, BlocksFact fact) const;
  Term points_into(Term value, SymbolicObjectId block);
  std::vector<Term> reached_blocks(const SymbolicState& state, const std::vector<SymbolicObjectId>& blocks,
                                   BlocksFact fact, const std::set<std::uint64_t>& roots);

  // symbolic_written.cpp
  Term ones(std::uint32_t bits) { return terms_.bv_not(terms_.bv(bits, 0)); }
  bool starts_written(SymbolicObjectId id) const;
  bool has_flags(SymbolicObjectId id) const;
  Identity identity_of_flags(SymbolicObjectId id) const;
  std::optional<SymbolicObjectId> find_flags(SymbolicObjectId id) const;
  SymbolicObjectId make_flags(SymbolicObjectId id);
  Term load_flags(SymbolicState& state, Term pointer, std::uint32_t bits);
  Term load_object_flags(SymbolicState& state, SymbolicObjectId id, Term offset, std::uint32_t bits);
  Term flags_of_copy(SymbolicState& state, Term from, std::uint32_t bits);
  void store_flags(SymbolicState& state, SymbolicObjectId id, Term offset, Term condition, std::uint32_t bits,
                   Term flags);
  void mark_all_written(SymbolicState& state, SymbolicObjectId id);
  void forget_flags(SymbolicState& state, SymbolicObjectId id) const;
  void havoc_flags(SymbolicState& state, SymbolicObjectId id);
  void forget_contents(SymbolicState& state, SymbolicObjectId id) const;

  bool leads_to_object(Term pointer);
  // symbolic_addresses.cpp
  struct IntegerAddress {
    SymbolicObjectId object = 0;
    Term offset;
  };
  enum class Side : std::uint8_t { Left, Right };
  Term integer_address(SymbolicObjectId id);
  std::optional<SymbolicObjectId> own_object_at(Term leaf) const;
  Term distance_from(Term start, Term pointer, Memo& memo);
  bool is_of_pointer_width(Term value) const;
  bool is_far_from_objects(std::uint64_t number) const;
  bool is_literal(Term pointer) const;
  bool has_literal(Term pointer);
  std::optional<IntegerAddress> as_address(Term integer);
  std::optional<IntegerAddress> sum_as_address(Term integer, smt::Kind kind);
  bool holds_address(Term integer);
  Term pointer_from_sum(Term sum, smt::Kind kind);
  Term to_exposed_object(Term integer);
  Term converted_again(Term pointer);
  Term converted_choice(Term choice);
  Term note_converted(Term pointer, Term result);
  bool is_opaque(Term value);
  bool is_unconstrained(Term pointer) { return !is_constant(pointer) && !leads_to_object(pointer); }
  std::optional<Term> compare_addresses(BvCompare op, Term a, Term b);
  Term compare_each(BvCompare op, Term a, Term b, int depth);
  Term compare_terms(BvCompare op, Term a, Term b);
  bool is_inside(const IntegerAddress& address) const;
  bool exist_together(SymbolicObjectId a, SymbolicObjectId b) const;
  std::optional<Term> compare_with_number(BvCompare op, std::uint64_t number, Side side) const;
  // symbolic_environment.cpp
  Term valid(Term pointer); // it leads to an object
  Term lazily_initialised(Term pointer);
  // symbolic_pointers.cpp
  Term resolved(Term value); // a pointer as it is followed: without what is known not to be
  Term where_known(Term pointer, int depth);
  std::pair<Division, std::uint64_t> division_at(Term pointer);
  Term in_new_block(Term pointer);
  Term first_environment_value(const SymbolicObject& object, Cell cell);
  void note_access(Term pointer); // which is lazily initialised
  Term load_environment(const SymbolicState& state, Term address, std::uint32_t bits);
  void store_environment(SymbolicState& state, Term condition);
  Term environment_fact(const SymbolicState& state, std::uint32_t question, Term pointer, smt::Sort sort);
  std::pair<Term, Term> split_sum(Term sum); // pointer, offset
  // Where a pointer leads: constants, or sums of what is no choice, each once. Elsewhere: it is unconstrained.
  struct Destination {
    Term pointer, offset, condition;
  };
  struct Destinations {
    std::vector<Destination> in_objects;
    Term elsewhere;
  };
  Destinations destinations(Term pointer, Term offset);
  bool has_choice_in_sum(const std::vector<PointerLeaf>& leaves);
  Destinations take_apart(Term pointer, Term offset);
  Term load_split(SymbolicState& state, Term pointer, Term offset, std::uint32_t bits, const Type* pointee,
                  OffsetMemo& memo);
  // `flags`: which bits of the value were written; none: all.
  void store_with(SymbolicState& state, Term address, Term value, const Type* pointee, Term flags);
  void store_split(SymbolicState& state, Term pointer, Term offset, Term condition, Term value, const Type* pointee,
                   Term flags);
  Term reaches(Term pointer, Term leaf, Memo& memo);
  Term is_unconstrained(Term pointer, Memo& memo);
  void collect_leaves(Term pointer, Leaves wanted, std::vector<Term>& leaves, std::unordered_set<Term>& seen);

  void adopt(SymbolicObjectId id, Term offset, std::uint32_t bytes, const Type* pointee);
  void expect_header(SymbolicObjectId id, Term size);
  static void adopt_in_front(SymbolicObject& object, const Type* pointee);
  Term load_object(SymbolicState& state, SymbolicObjectId id, Term offset, std::uint32_t bits, const Type* pointee);
  void store_object(SymbolicState& state, SymbolicObjectId id, Term offset, Term condition, Term value,
                    const Type* pointee, Term flags);
  Term gather(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, std::uint32_t bytes);
  void put(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, Term value);
  Term load_by_cases(SymbolicState& state, SymbolicObjectId id, Term offset, Progression at, std::uint32_t bytes);
  void store_by_cases(SymbolicState& state, SymbolicObjectId id, Term offset, Progression at, Term condition,
                      Term value);
  Term select(SymbolicObjectId id, Term array, Term index);
  std::optional<Term> select_pointer(Term array, Term index, Memo& memo);
  void note_in_array(SymbolicObjectId id, Term value);
  // symbolic_ranges.cpp
  struct RangeSource {
    Term condition, array, start; // the byte at `start` in the array is the first one
  };
  struct Range {
    Term size;
    Term byte;                        // of all; or
    std::vector<RangeSource> sources; // the first one whose condition holds
    std::function<Term(Term)> at;     // for a distance from the start: the byte there
  };
  struct ChangedArray {
    Term before;    // what is outside of the range
    Term condition; // otherwise nothing changed
    Term start;
    Range range;
  };
  void store_range(SymbolicState& state, Term pointer, Term offset, Term condition, const Range& range);
  void store_range_in(SymbolicState& state, SymbolicObjectId id, Term offset, Term condition, const Range& range);
  void add_sources(SymbolicState& state, Term pointer, Term offset, Term condition, std::vector<RangeSource>& to);
  void store_range_in_cell(SymbolicState& state, SymbolicObjectId id, const Cell& cell, Term offset, Term condition,
                           const Range& range);
  bool is_array_of_bytes(Term pointer);
  void note_contents(Term array, Term index);
  bool has_changed_range(Term array);
  Term read(Term array, Term index);
  Term read(Term array, Term index, Memo& memo);
  Term read_range(const ChangedArray& changed, Term index, Memo& memo);
  // Of arrays of blocks of unknown size, the whole offset.
  std::uint32_t index_width(SymbolicObjectId id) const { return objects_[id].has_fixed_size ? 32 : pointer_width(); }
  Term as_index(Term array, Term offset) {
    return terms_.bv_extract(offset, terms_.sort(array).index().width() - 1, 0);
  }
  // Whether an access has a place among the object's cells. In a block of unknown size there is more behind them.
  bool is_in_cells(SymbolicObjectId id, Term offset, std::uint32_t bytes) const;
  bool is_by_cases(SymbolicObjectId id, Progression at) const {
    return objects_[id].has_fixed_size && objects_[id].size / at.stride <= options_.case_limit;
  }
  const std::optional<std::vector<std::uint64_t>>& exceptions(SymbolicObjectId id, Progression at, std::uint32_t bytes);
  bool may_cross_cells(SymbolicObjectId id, Term offset, std::uint32_t bytes);
  bool has_cells(SymbolicObjectId id, std::uint32_t bytes);                             // of this width throughout
  bool has_bytes(SymbolicObjectId id) { return exceptions(id, {1, 0}, 1).has_value(); } // bytes_of
  Term load_anywhere(SymbolicState& state, SymbolicObjectId id, Term offset, std::uint32_t bytes);
  void store_anywhere(SymbolicState& state, SymbolicObjectId id, Term offset, Term condition, Term value);
  void put_where(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, Term condition, Term value);
  std::pair<Term, Term> cell_around(Term offset, std::uint32_t cell_bytes);
  Term bytes_of(SymbolicState& state, SymbolicObjectId id);
  Term into_array(SymbolicState& state, SymbolicObjectId id, std::uint32_t bytes);
  Term default_array(const SymbolicState& state, SymbolicObjectId id, std::uint32_t bytes);
  Progression progression(Term offset, std::uint32_t bytes) const;

  // The value of a cell without introducing a symbol: nullopt if it is arbitrary.
  std::optional<Term> peek(const SymbolicState& state, SymbolicObjectId id, Cell cell);
  Term cell_value(SymbolicState& state, SymbolicObjectId id, Cell cell);
  Fill fill(const SymbolicState& state, SymbolicObjectId id) const;
  struct MergedSide {
    const SymbolicState& state;
    KnownConditions known;
  };
  std::optional<Term> merge_key(std::uint64_t key, const Term* a, const Term* b, Term condition, const MergedSide& left,
                                const MergedSide& right);

  Term named(std::uint64_t key, Term value);

  Terms& terms_;
  const TypeTable& types_;
  Identities& identities_;
  MemoryOptions options_;
  Naming naming_;
  std::vector<SymbolicObject> objects_;
  std::map<std::uint64_t, SymbolicObjectId> by_address_;
  std::unordered_map<const Function*, SymbolicObjectId> functions_;
  using Access = std::tuple<SymbolicObjectId, std::uint64_t, std::uint64_t, std::uint32_t>;
  std::map<Access, std::optional<std::vector<std::uint64_t>>> exceptions_; // of a progression, for a width
  std::unordered_map<Term, bool> leads_to_object_;
  std::unordered_map<Term, ChangedArray> changed_arrays_; // by the symbol that stands for the array
  std::unordered_map<Term, bool> has_changed_range_;
  struct KnownPointer {
    Term pointer;
    std::size_t exposed = 0; // how many objects were exposed then
  };
  std::vector<SymbolicObjectId> exposed_; // objects whose address was converted to an integer
  std::unordered_map<SymbolicObjectId, Term> integer_addresses_;
  std::unordered_map<Term, SymbolicObjectId> object_of_integer_;
  std::unordered_map<Term, std::optional<IntegerAddress>> address_forms_; // of sums
  std::unordered_map<Term, bool> holds_address_, has_literal_;
  std::unordered_map<Term, Term> integers_;         // of pointers
  std::unordered_map<Term, KnownPointer> pointers_; // of integers
  std::unordered_map<Term, Term> integer_of_pointer_;
  std::unordered_map<Term, KnownPointer> converted_; // pointers that are made of such ones
  std::unordered_map<Term, Term> valid_, lazily_initialised_;
  std::vector<Term> invalid_accesses_, environment_uses_;
  std::vector<EnvironmentValue> environment_;
  std::uint32_t environment_blocks_ = 0;
  Term guard_;
  KnownConditions known_;
  std::function<void(Term, SymbolicObjectId, Cell)> on_first_value_;
  ContentsRead on_contents_read_;
  std::unordered_map<Term, SymbolicObjectId> contents_; // the object of an array without initial values
  std::set<Term> noted_contents_;                       // what on_contents_read was called for
  std::uint32_t unknowns_ = 0;
  std::map<std::uint64_t, std::uint32_t> versions_;  // of a cell: how many symbols were introduced for it
  std::set<SymbolicObjectId> arrays_with_addresses_; // objects with pointers to objects in an SMT array
  std::uint64_t imprecisions_ = 0;
  bool unconstrained_pointers_write_ = false;
};

} // namespace tandem::semantics::symbolic
