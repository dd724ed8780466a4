// The program in which every array is one cell: of all elements only the one at an index that is chosen at the start,
// the same for all arrays, is tracked; the others have an arbitrary value at each access. After "Cell Morphing: From
// Array Programs to Array-Free Horn Clauses" (Monniaux, Gonnord, SAS 2016), with one cell per array.
//
// A check of elements counts only if it is about the chosen one. This loses no error: where an execution fails a check
// of a[i], the chosen index could have been that i, and all checks before it were passed. So if no choice leads to an
// error, the program has none. A check of elements at several indices counts whenever one of them, always the same one,
// is the chosen index.
#pragma once

#include "program/model/program.h"
#include "program/model/property.h"

#include <optional>

namespace tandem::analysis::arrays {

struct CellProgram {
  Program program;
  std::size_t arrays = 0; // replaced by cells
};

// Nothing if the program has no array that is only accessed element by element. Accesses are assumed to be in bounds.
std::optional<CellProgram> make_cell_program(const Program& program, const Property& property);

} // namespace tandem::analysis::arrays
