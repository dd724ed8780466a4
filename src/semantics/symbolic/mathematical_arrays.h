// Arrays in the mathematical reading of integers: a variable that is an array of integers, and of which nothing but
// elements is used (a[i], a[i][j]), is one value, an SMT array from byte offsets to numbers. Everything else in memory
// has no such reading.
#pragma once

#include "program/model/program.h"

namespace tandem::semantics::symbolic {

// The type of its elements, through all dimensions; nullptr if the variable has no such reading.
const Type* mathematical_element(const Variable& variable);

} // namespace tandem::semantics::symbolic
