// Proofs about arrays of any length: k-induction on the program in which one cell of each array is tracked
// (cell_program.h). It can only prove: an error of that program may be spurious.
#pragma once

#include "task/actor.h"

#include <memory>
#include <string>

namespace tandem::analysis::arrays {

struct CellMorphingOptions {
  std::string solver = "sat";
};

std::unique_ptr<task::Actor> make_cell_morphing(CellMorphingOptions options);

} // namespace tandem::analysis::arrays
