// The integers in memory that are sampled at the locations of a function, beside its plain variables: variables whose
// address is taken, members of records, and what pointers of the function lead to.
#pragma once

#include "program/model/program.h"

#include <vector>

namespace tandem::analysis::invariants {

// In the order of their variables. All operations in them are selections of members, so that only the pointer itself
// may be invalid.
std::vector<const Expr*> sampled_lvalues(const Program& program, const Function& function);

} // namespace tandem::analysis::invariants
