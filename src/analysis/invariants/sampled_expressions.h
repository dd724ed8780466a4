// What is sampled at the locations of a function beside its plain variables: integers in memory (variables whose
// address is taken, members of records, what pointers of the function lead to), and where its pointers are.
#pragma once

#include "program/model/program.h"

#include <vector>

namespace tandem::analysis::invariants {

// Lvalues in the order of their variables; all operations in them are selections of members, so that only the pointer
// itself may be invalid. Then, if accesses are checked, the offset and the size of the object of pointers that move.
std::vector<const Expr*> sampled_expressions(const Program& program, const Function& function);

// The pointer whose offset in its object the expression is; nullptr if it is no such expression.
const Expr* pointer_of_offset(const Expr& expr);

} // namespace tandem::analysis::invariants
