// Which pointers a step uses for more than to copy or move them: it accesses what they lead to, compares or converts
// them, or asks about them. If one leads to a list, its node has to become a block first (materialisation).
#pragma once

#include "analysis/reach/domain.h"

#include <functional>

namespace tandem::analysis::shape {

// The value of the first used pointer for which the function says so.
using IsWanted = std::function<bool(const Expr& pointer, reach::StackId stack)>;
bool uses_pointer(const reach::TransferStep& step, const IsWanted& is_wanted);

} // namespace tandem::analysis::shape
