// Linear equations that all rows of a table satisfy: its affine hull (Karr, "Affine relationships among variables of a
// program", 1976, but from samples).
#pragma once

#include "program/model/expr.h"

#include <cstddef>
#include <vector>

namespace tandem::analysis::invariants {

// The sum of coefficient times column, plus the constant, is 0.
struct AffineRelation {
  std::vector<Int128> coefficients;
  Int128 constant = 0;
};

// A basis of them with small integer coefficients; relations without such coefficients are left out.
std::vector<AffineRelation> affine_relations(const std::vector<std::vector<Int128>>& rows, std::size_t columns);

} // namespace tandem::analysis::invariants
