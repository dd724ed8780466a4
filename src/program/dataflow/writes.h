// What operations may change: for each edge the regions of memory it may write to, and for each function those that it
// and its callees may. Calls of functions without a body write what the library says; of unknown ones, what the alias
// partition was told they do.
#pragma once

#include "program/pointers/alias.h"

#include <vector>

namespace tandem::pointers {
class CallGraph;
} // namespace tandem::pointers

namespace tandem::dataflow {

// A call of a function without a body whose effect is known.
bool is_library_call(const Edge& edge);

// The regions that make up a place; none if the program never touches that memory.
std::vector<pointers::RegionId> regions_of(const pointers::AliasPartition& aliases, const Expr& lvalue);

// What the edge writes to by itself, without what its callees do; the same region may be named twice.
std::vector<pointers::RegionId> written_by(const pointers::AliasPartition& aliases, const Edge& edge);

// By function id, sorted: what calls of the function may write to.
std::vector<std::vector<pointers::RegionId>>
written_by_functions(const Program& program, const pointers::AliasPartition& aliases, const pointers::CallGraph& calls);

} // namespace tandem::dataflow
