// The alias partition: a program's memory, split into regions such that two accesses which may touch the same byte lie
// in the same region. A region is what a memory model needs one array for.
//
// Computed for the whole program by unification, after Steensgaard ("Points-to Analysis in Almost Linear Time", POPL
// 1996, and its extension to structures and unions, CC 1996). Where we differ: fields are distinguished by their
// offsets instead of their types, however their memory was reached (casts between structs are harmless as long as the
// layouts agree), and copying memory unifies what the copied pointers point to, not the two memories; the elements of
// an array are one. alias_solver.h explains the method.
//
// Assumptions: an access stays inside its object. A pointer into an array member that is moved by an unknown distance
// stays inside the array, unless it is used for something larger (container_of); moved in that way, a pointer to a
// single member also reaches its neighbours of the same type. Integers carry pointers through every operation, and an
// integer or external pointer that is compared with an address may be that address; but addresses are not followed
// through branches on their bits, nor a stored pointer of which single bytes are replaced by constants. External code
// reaches what is passed to it.
#pragma once

#include "program/model/program.h"

#include <memory>
#include <span>
#include <vector>

namespace tandem::pointers {

using RegionId = std::uint32_t;
using ObjectId = std::uint32_t;

// What functions without a body do, unless they are known (memcpy, printf, …).
enum class UndefinedFunctions : std::uint8_t {
  ChangeWhatTheyReach, // read, write and keep everything reachable from their arguments; call the functions among it
  // The competition's semantics. What they return, and what __VERIFIER_nondet_pointer returns, points to memory that no
  // other pointer points to: one External object for each type of record, and for other pointers one for each call.
  HaveNoEffect,
};

enum class ObjectKind : std::uint8_t {
  Variable, // all instances of a local in recursive calls are one object
  Heap,     // all blocks that one call edge allocates; calls of functions that only pass on what malloc returned count
  External, // environment memory
};

struct MemoryObject {
  ObjectId id = 0;
  ObjectKind kind = ObjectKind::Variable;
  const Variable* variable = nullptr;
  const Edge* allocation = nullptr;    // Heap: the call; nullptr for calls of the allocator through pointers
  const Function* allocator = nullptr; // Heap
  const Type* type = nullptr;          // External: the record, if it is of one type
};

// Repeats at distance `stride`, `count` times in total; 0: to the end of the object.
struct Repetition {
  std::uint64_t stride = 0;
  std::uint64_t count = 0;

  friend bool operator==(const Repetition&, const Repetition&) = default;
};

// Bytes [offset, offset + size) of an object, and the same bytes of the other elements of enclosing arrays (outermost
// first). Where objects of different layouts are unified, the range may reach beyond the object's bounds.
struct RegionMember {
  ObjectId object = 0;
  std::int64_t offset = 0;
  std::uint64_t size = 0;
  std::vector<Repetition> repetitions;
};

struct Region {
  RegionId id = 0;
  std::vector<RegionMember> members; // in the order of objects and offsets
  // The scalar types it is accessed with, in the order of their ids; empty if it is only copied as part of something.
  std::vector<const Type*> types;
  // If all accesses cover exactly one element and agree on its representation (integers and pointers of one width, or
  // one floating type): the first such type. Otherwise nullptr: the region has to be modelled as bytes.
  const Type* element = nullptr;
  // No pointer points here: it is accessed by the names of variables only, so a memory model needs no addresses for it.
  bool is_plain = false;
  // Environment memory is part of it: its initial contents are arbitrary, and unless functions without a body have no
  // effect, they may read and write it.
  bool is_external = false;
};

// A part of an lvalue of any type; its offset counts from the start of the lvalue.
struct LvaluePart {
  std::int64_t offset = 0;
  std::uint64_t size = 0;
  std::vector<Repetition> repetitions;
  RegionId region = 0;
};

class AliasPartition {
public:
  explicit AliasPartition(const Program& program,
                          UndefinedFunctions undefined = UndefinedFunctions::ChangeWhatTheyReach);
  ~AliasPartition();
  AliasPartition(AliasPartition&&) noexcept;
  AliasPartition& operator=(AliasPartition&&) noexcept;

  const Program& program() const;
  UndefinedFunctions undefined_functions() const;
  const std::vector<Region>& regions() const;       // at the index of their id
  const std::vector<MemoryObject>& objects() const; // at the index of their id; first an External one
  const MemoryObject& object(const Variable& variable) const;
  // The objects to which memory allocated by the edge may belong: for malloc in an allocation wrapper, those of the
  // calls of that wrapper (or of its wrappers in turn).
  std::span<const ObjectId> allocated_by(const Edge& call) const;

  // The region that reading or writing an lvalue of scalar type (bit-fields too) accesses. Constant time for
  // expressions that occur in the program; other expressions of its Context are looked up by their structure. nullptr
  // if the program never accesses that memory.
  const Region* region(const Expr& lvalue) const;
  // All parts of an lvalue, of aggregate type for example, in the order of offsets.
  std::vector<LvaluePart> parts(const Expr& lvalue) const;
  // All parts of what a value leads into (for memcpy and the like; negative offsets lie before the pointer): a pointer,
  // an integer from which pointers are made somewhere, or an aggregate of such; and those of what a region contains.
  std::vector<LvaluePart> parts_behind(const Expr& value) const;
  std::vector<LvaluePart> parts_behind(const Region& region) const;
  // errno, if the program asks where it is; functions of the library write it.
  std::vector<LvaluePart> error_number() const;

  // The functions a call edge may enter, in the order of their ids.
  std::span<const Function* const> callees(const Edge& call) const;
  // Whether a call through a pointer may also be an external call.
  bool may_call_external(const Edge& call) const;
  // Whether callees() leaves out functions of other types, as it does where external code is possible.
  bool leaves_out_callees(const Edge& call) const;
  // By function id: whether external code may call the function.
  const std::vector<bool>& externally_callable() const;
  // Functions without a body that are called, and functions of the program they may call back (qsort, pthread_create,
  // unknown code).
  struct Callback {
    const Function* caller = nullptr;
    const Function* callee = nullptr;
  };
  const std::vector<Callback>& callbacks() const;

private:
  struct Solution;
  std::unique_ptr<const Solution> solution_;
};

} // namespace tandem::pointers
