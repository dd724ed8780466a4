// Lazily initialised memory of a replay (Khurshid, Păsăreanu, Visser, TACAS 2003): a pointer for which an alarm gives
// no value, because it does not matter to the error or because a tool does not report it, leads to a block of its own
// (semantics/core/environment_memory.h), full of zeros or, if that does not help, of zeros and further such pointers,
// which are created when they are read.
#pragma once

#include "program/model/trace.h"
#include "semantics/core/inputs.h"

#include <map>

namespace tandem::analysis::confirm {

enum class LazyInitialisation : std::uint8_t {
  Off,
  EmptyBlocks,  // pointers read as inputs lead to zero-filled blocks
  LinkedBlocks, // so do uninitialised pointers, in blocks and elsewhere
};

class LazyMemory {
public:
  // `given`: the known contents of blocks.
  LazyMemory(DataModel model, EnvironmentMemory given);

  // A pointer to a block that no other pointer leads to; null if all blocks are in use.
  UInt128 new_pointer();
  UInt128 new_pointer(const semantics::InputRequest& request); // the same, recorded as the value read there
  // The counterpart of a pointer from another tool's execution. Equal pointers stay equal; null, error codes (the last
  // page of addresses) and pointers into blocks are unchanged.
  UInt128 block_pointer_for(UInt128 pointer);
  // The pointer read there has this value from now on.
  void remember(const semantics::InputRequest& request, UInt128 pointer);

  // All blocks and contents, for a replay without lazy initialisation.
  const EnvironmentMemory& all() const { return all_; }

private:
  DataModel model_;
  EnvironmentMemory all_;
  std::map<UInt128, UInt128> block_pointers_;
};

} // namespace tandem::analysis::confirm
