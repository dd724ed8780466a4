// Focusing: of a product, only what leads to something looked for, and what comes behind (lines 32 to 40 of algorithm
// 3).
#pragma once

#include "transform/reduce/product.h"

#include <functional>

namespace tandem::transform::reduce {

// `is_found` says of a state that what is looked for was passed (it must stay so on every path that goes on), `is_lost`
// that nothing can be found any more.
struct FocusGoal {
  std::function<bool(ComponentState)> is_found, is_lost;
};
void focus(Product& product, const FocusGoal& goal);

// Whether paths at the node count as such that passed what is looked for.
bool is_found(const Product::Node& node, const FocusGoal& goal);

} // namespace tandem::transform::reduce
