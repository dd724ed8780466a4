// The alias partition: a program's memory split into regions so that two accesses which may touch the same byte lie in
// the same region. One region is what a memory model needs one array for.
//
// Computed for the whole program by unification, after Steensgaard ("Points-to analysis by type inference of programs
// with structures and unions", 1996), in almost linear time. Fields are kept apart by their offsets, however their
// memory was reached (casts between structs are harmless as long as the layouts agree); the elements of an array are
// one.
//
// What it rests on: an access stays inside its object. A pointer into an array member that is moved by unknown steps
// stays inside the array, unless it is used for something larger (container_of); moved in that way, a pointer to a
// single member reaches its neighbours of the same type, too. Integers carry pointers through every operation, but a
// stored pointer of which single bytes are changed is not followed. Code outside the program reaches what it is given.
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
  ChangeWhatTheyReach, // read, write and keep everything their arguments lead to; call the functions among it
  // The competition's reading. What they return, and what __VERIFIER_nondet_pointer returns, leads to memory that
  // nothing else leads to: one External object for each type of record, and for other pointers one for each call.
  HaveNoEffect,
};

enum class ObjectKind : std::uint8_t {
  Variable, // all instances of a local in recursive calls are one object
  Heap,     // all blocks that one call edge allocates; calls of functions that only pass on what malloc returned count
  External, // memory that the program neither declares nor allocates
};

struct MemoryObject {
  ObjectId id = 0;
  ObjectKind kind = ObjectKind::Variable;
  const Variable* variable = nullptr;
  const Edge* allocation = nullptr;    // Heap: the call; nullptr for calls of the allocator through pointers
  const Function* allocator = nullptr; // Heap
  const Type* type = nullptr;          // External: the record, if it is of one type
};

// The same again at distance `stride`, `count` times in all; 0: as often as the object has room.
struct Repetition {
  std::uint64_t stride = 0;
  std::uint64_t count = 0;

  friend bool operator==(const Repetition&, const Repetition&) = default;
};

// Bytes [offset, offset + size) of an object, and the same bytes of further elements where arrays lie around them
// (outermost first). Where objects of different layouts meet, the range may reach beyond the object's ends.
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
  // one floating type): the first such type. Otherwise nullptr: the region is a matter of bytes.
  const Type* element = nullptr;
  // No pointer leads here: it is accessed by the names of variables only, so a memory model needs no addresses for it.
  bool is_plain = false;
  // Memory that the program does not own is part of it: first contents are arbitrary, and unless functions without a
  // body have no effect, they may read and write it.
  bool is_external = false;
};

// What lies in a place of any type: a part's offset counts from the start of the place.
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
  // What memory allocated by the edge may be a part of: for malloc in a function that passes it on, the calls of that
  // function (or of functions that pass it on further).
  std::span<const ObjectId> allocated_by(const Edge& call) const;

  // The region that reading or writing a place of scalar type (bit-fields too) touches. Constant time for the program's
  // own expressions; other expressions of its Context are looked up by what they are made of. nullptr if the program
  // never touches that memory.
  const Region* region(const Expr& lvalue) const;
  // All that lies in a place, of aggregate type for example, in the order of offsets; and from where a pointer leads to
  // the end of what it points into (for memcpy and the like; negative offsets lie before the pointer).
  std::vector<LvaluePart> parts(const Expr& lvalue) const;
  std::vector<LvaluePart> parts_behind(const Expr& pointer) const;

  // The functions a call edge may enter, in the order of their ids.
  std::span<const Function* const> callees(const Edge& call) const;
  // Whether a call through a pointer may also enter code outside the program.
  bool may_call_external(const Edge& call) const;
  // By function id: whether code outside the program may call the function.
  const std::vector<bool>& externally_callable() const;
  // Functions without a body that are called, and functions they may call in turn (qsort, pthread_create, unknown
  // code).
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
