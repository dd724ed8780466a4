// Samples as a table of variables by visits, and the values of expressions at these visits.
#pragma once

#include "program/model/expr.h"

#include <vector>

namespace tandem::analysis::invariants {

struct SampleTable {
  // A variable, with its value at each visit.
  struct Column {
    const Expr* expr = nullptr;
    std::vector<Int128> values;
  };

  std::vector<Column> columns;

  std::size_t rows() const { return columns.empty() ? 0 : columns[0].values.size(); }
  const Column* find(const Expr& expr) const;
  // By visit; empty if the expression is more than sums and products of variables and constants.
  std::vector<Int128> values_of(const Expr& expr) const;
  // Of a variable or a comparison; otherwise empty.
  std::vector<bool> truth_of(const Expr& condition) const;
  // The visits for which it holds, or for which it does not.
  SampleTable where(const std::vector<bool>& holds, bool truth) const;
};

} // namespace tandem::analysis::invariants
