// Allocation wrappers, and parameters that are only compared.
//
// A wrapper only passes on what an allocation returned, like the usual xmalloc. Each call of one counts as an
// allocation of its own (heap cloning); otherwise all memory that a program obtains through its xmalloc would be one
// object. A wrapper must not access the memory: its local that holds the new pointer is only compared, copied to other
// such locals, passed to functions that only compare it, and returned.
//
// A parameter that is only compared has no pointee of its own: arguments of a kfree or of a printk without effect need
// not be unified.
#pragma once

#include "program/pointers/alias.h"

#include <vector>

namespace tandem::pointers {

struct Wrappers {
  std::vector<bool> is_only_compared; // by variable id, for parameters
  std::vector<bool> ignores_rest;     // by function id: a variadic function that never reads its unnamed arguments
  std::vector<bool> is_wrapper;       // by function id
  // By function id: the calls in a wrapper whose result it returns, of allocation functions or other wrappers, and of
  // functions without a body where these have no effect.
  std::vector<std::vector<const Edge*>> sources;
};

Wrappers find_wrappers(const Program& program, UndefinedFunctions undefined);

} // namespace tandem::pointers
