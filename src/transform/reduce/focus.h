// Focusing: restricts a product to the paths that pass a node the goal asks for, with all their continuations (lines 32
// to 40 of algorithm 3 of "Exchanging Information in Cooperative Software Validation").
#pragma once

#include "transform/reduce/product.h"

#include <functional>

namespace tandem::transform::reduce {

// `is_found`: every path to a node with this state has passed the goal (and it must hold for all its successors, too).
// `is_lost`: no path from here can reach the goal any more.
struct FocusGoal {
  std::function<bool(ComponentState)> is_found, is_lost;
};
void focus(Product& product, const FocusGoal& goal);

// Whether paths that end in the node count as having passed the goal.
bool is_found(const Product::Node& node, const FocusGoal& goal);

} // namespace tandem::transform::reduce
