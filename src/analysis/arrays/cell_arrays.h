// Which arrays of a program can be followed by single cells: those that are only ever used element by element. That is
// arrays of numbers, and pointers that are given one block of memory, from an allocation, and nothing else.
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

// What the expression accesses, if it is an element of some array: a[i], *(p + i), *p.
std::optional<ElementAccess> element_access(const Expr& expr);

std::map<const Variable*, CellArray> find_cell_arrays(const Program& program);

// Functions that do nothing but check their parameters: what they are called with may be left unchecked where it is
// known to be right, and nothing else changes.
std::set<const Function*> find_checkers(const Program& program, const Property& property);

} // namespace tandem::analysis::arrays
