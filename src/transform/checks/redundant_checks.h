// Checks that hold because the same was checked before, on every path, and nothing in between can have changed it.
#pragma once

#include "transform/copy/insert_checks.h"

#include <vector>

namespace tandem::transform::checks {

struct PlacedCheck {
  const Location* location = nullptr;
  const Expr* condition = nullptr; // null: never redundant, and makes nothing redundant
};

// By check; those of one location in the order in which they are made. `operations` are inserted, too.
std::vector<bool> redundant_checks(const Program& program, const std::vector<PlacedCheck>& checks,
                                   const std::vector<copy::InsertedOperation>& operations);

} // namespace tandem::transform::checks
