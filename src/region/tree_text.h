// The region nesting tree as text, drawing and JSON, after figure 1 of the paper: functions and iterations of loops,
// what contains what across calls, and where assertions are. A function that is called from several regions is printed
// once and referred to by name elsewhere.
#pragma once

#include "program/model/property.h"
#include "region/tree.h"

#include <string>

namespace tandem::region {

std::string tree_text(const RegionTree& tree, const Property& property);
std::string tree_dot(const RegionTree& tree, const Property& property);
std::string tree_json(const RegionTree& tree, const Property& property);

// "main", or "main 12-20" for an iteration of a loop.
std::string title(const Node& node);

} // namespace tandem::region
