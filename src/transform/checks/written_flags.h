// Variables that say whether others were written: for scalars whose address is not taken. What is in memory is asked
// for (written_question).
#pragma once

#include "transform/checks/value_checks.h"
#include "transform/copy/insert_checks.h"

namespace tandem::transform::checks {

struct FlaggedReads {
  std::vector<const Variable*> flags;
  std::vector<copy::InsertedOperation> operations;     // that set them
  std::map<const Location*, WrittenFlags> by_location; // of what may be read there before it is written
};
FlaggedReads flag_uninitialised_reads(const Program& program);

} // namespace tandem::transform::checks
