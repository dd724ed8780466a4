// What symbolic memory consists of: objects, states, and how they are read (symbolic_memory.h).
#pragma once

#include "base/core/persistent_map.h"
#include "program/model/cfa.h"
#include "semantics/core/layout.h"
#include "semantics/symbolic/identities.h"
#include "smt/term/terms.h"

#include <cstdint>
#include <optional>

namespace tandem::semantics::symbolic {

using smt::Term;

using SymbolicObjectId = std::uint32_t;

enum class Fill : std::uint8_t { Zero, Arbitrary };

struct SymbolicObject {
  std::uint64_t address = 0;
  std::uint64_t size = 0; // bytes; of a block of unknown size what is reserved for it
  Division layout = {};
  bool has_fixed_layout = true;       // false: a block whose layout will be the type of its first access
  bool has_fixed_elements = false;    // likewise for what is behind a header
  bool has_fixed_size = true;         // false: a block of unknown size, which may be larger
  Fill fill = Fill::Arbitrary;        // what cells without a term hold
  const Function* function = nullptr; // for the address of a function
  std::optional<std::uint32_t> environment_block = std::nullopt; // for environment memory (environment_memory.h)
  std::uint64_t alignment = 1;                                   // a power of two
  IdentityKind kind = IdentityKind::Environment;
  std::uint32_t context = 0;          // of a Local and a block of alloca: the activation
  bool is_stack_block = false;        // of alloca
  bool is_read_only = false;          // a string literal or a constant
  const Variable* variable = nullptr; // whose object it is
  const Edge* allocation = nullptr;   // of a block: the call
};

// The values of registers and cells at one point of a path. Copying is cheap.
struct SymbolicState {
  PersistentMap<Term> cells;
};

// What is accessed through an unconstrained pointer.
enum class UnconstrainedPointers : std::uint8_t {
  ReadArbitrary,     // reads give arbitrary values, as proofs require
  LeadToEnvironment, // nothing, or a block of its own (environment_memory.h): for executions that can be replayed
};

enum class Lifetimes : std::uint8_t {
  Unknown,
  OfBlocks, // only whether blocks have been allocated, which tells what matters where states are merged
  Followed,
};

// Whether states know which bytes were written.
enum class Writes : std::uint8_t {
  Unknown,
  Followed,         // and what was written stays so
  FollowedInCopies, // also where it is overwritten with a copy of what was not
};

struct MemoryOptions {
  UnconstrainedPointers unconstrained_pointers = UnconstrainedPointers::ReadArbitrary;
  // Symbolic offsets are resolved by cases if there are at most this many, otherwise by an SMT array.
  std::uint32_t case_limit = 64;
  // Whether states know which objects exist. If not, what the program asks about that has an arbitrary answer.
  Lifetimes lifetimes = Lifetimes::Followed;
  Writes writes = Writes::Unknown;
};

} // namespace tandem::semantics::symbolic
