// Memory that a replay makes up: a pointer of which an alarm says nothing, because it does not matter to the error or
// because a tool does not tell, leads to a block of its own (semantics/core/environment_memory.h), full of zeros or, if
// that does not help, of zeros and of further such pointers, which come into being when they are read.
#pragma once

#include "program/model/trace.h"
#include "semantics/core/inputs.h"

#include <map>

namespace tandem::analysis::confirm {

enum class LazyInitialisation : std::uint8_t {
  Off,
  EmptyBlocks,  // pointers that are asked for lead there
  LinkedBlocks, // so do pointers that have no value, in blocks and elsewhere
};

class LazyMemory {
public:
  // `given`: what is known of the blocks.
  LazyMemory(DataModel model, EnvironmentMemory given);

  // A pointer to a block that nothing else leads to; null if there are no more of them.
  UInt128 new_pointer();
  UInt128 new_pointer(const semantics::InputRequest& request); // the answer to it
  // What stands for a pointer of somebody else's execution. Equal ones stay equal; null, codes for errors (the last
  // page of addresses) and pointers into blocks are what they are.
  UInt128 block_pointer_for(UInt128 pointer);
  // The pointer that is read there has this value from now on.
  void remember(const semantics::InputRequest& request, UInt128 pointer);

  // For a replay that makes nothing up.
  const EnvironmentMemory& all() const { return all_; }

private:
  DataModel model_;
  EnvironmentMemory all_;
  std::map<UInt128, UInt128> block_pointers_;
};

} // namespace tandem::analysis::confirm
