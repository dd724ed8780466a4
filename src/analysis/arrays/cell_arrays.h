// Which arrays of a program cell morphing applies to: those that are only ever accessed element by element. These are
// arrays of numbers, and pointers that are assigned once, the result of an allocation, and nothing else.
#pragma once

#include "program/model/program.h"
#include "program/model/property.h"

#include <map>
#include <set>

namespace tandem::analysis::arrays {

struct CellArray {
  const Variable* variable = nullptr; // the array, or the pointer to its block
  const Type* element = nullptr;
};

// An access to an element.
struct ElementAccess {
  const Variable* array = nullptr;
  const Expr* index = nullptr; // null: 0
};

// The access that the expression is, if it is an element of some array: a[i], *(p + i), *p.
std::optional<ElementAccess> element_access(const Expr& expr);

std::map<const Variable*, CellArray> find_cell_arrays(const Program& program);

// Functions that only check their parameters: a call may be skipped where the check is known to pass, since nothing
// else depends on it.
std::set<const Function*> find_checkers(const Program& program, const Property& property);

} // namespace tandem::analysis::arrays
