// Where lifetimes of local variables end before their function returns.
#pragma once

#include "transform/copy/insert_checks.h"

#include <vector>

namespace tandem::transform::checks {

// Of variables whose address is taken, since only pointers can tell; and of pointers that stand for arrays of variable
// length, whose blocks end.
std::vector<copy::InsertedOperation> ends_of_scopes(const Program& program);

} // namespace tandem::transform::checks
