// What operations may modify: for each edge the memory regions it may write, and for each function those that it and
// its callees may write. Calls of functions without a body write what is known of the library function; unknown
// functions do what the alias partition assumes.
#pragma once

#include "program/pointers/alias.h"

#include <vector>

namespace tandem::pointers {
class CallGraph;
} // namespace tandem::pointers

namespace tandem::dataflow {

// The functions without a body, but with a known effect, that a call may enter: directly or through a pointer.
std::vector<const Function*> library_callees(const pointers::AliasPartition& aliases, const Edge& edge);

// The regions that make up an lvalue; none if the program never accesses that memory.
std::vector<pointers::RegionId> regions_of(const pointers::AliasPartition& aliases, const Expr& lvalue);

// What the edge itself writes, without its callees; a region may be listed twice.
std::vector<pointers::RegionId> written_by(const pointers::AliasPartition& aliases, const Edge& edge);

// By function id, sorted: what calls of the function may write to.
std::vector<std::vector<pointers::RegionId>>
written_by_functions(const Program& program, const pointers::AliasPartition& aliases, const pointers::CallGraph& calls);

} // namespace tandem::dataflow
