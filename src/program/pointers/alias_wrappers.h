// What functions visibly do not do with pointers.
//
// A wrapper only passes on what an allocation returned: xmalloc and its kin. Each call of one counts as an allocation
// of its own; otherwise all memory that a program gets through its xmalloc would be one object. A wrapper must not
// touch the memory: its local that holds the new pointer is only compared, copied to other such locals, given to
// functions that only compare it, and returned.
//
// A parameter that is only compared leads nowhere: what is freed by kfree or printed by a printk without effect need
// not be united.
#pragma once

#include "program/pointers/alias.h"

#include <vector>

namespace tandem::pointers {

struct Wrappers {
  std::vector<bool> is_only_compared; // by variable id, for parameters
  std::vector<bool> ignores_rest;     // by function id: a variadic function that does not look at its further arguments
  std::vector<bool> is_wrapper;       // by function id
  // By function id: the calls in a wrapper whose result it returns, of allocation functions or other wrappers, and of
  // functions without a body where these have no effect.
  std::vector<std::vector<const Edge*>> sources;
};

Wrappers find_wrappers(const Program& program, UndefinedFunctions undefined);

} // namespace tandem::pointers
