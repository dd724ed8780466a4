// The region nesting tree for people, drawings and scripts, after figure 1 of the paper: functions and rounds of loops,
// what contains what across calls, and where assertions stand. A function that several regions call is written out
// once; elsewhere its name refers to that.
#pragma once

#include "program/model/property.h"
#include "region/tree.h"

#include <string>

namespace tandem::region {

std::string tree_text(const RegionTree& tree, const Property& property);
std::string tree_dot(const RegionTree& tree, const Property& property);
std::string tree_json(const RegionTree& tree, const Property& property);

// "main", or "main 12-20" for the round of a loop.
std::string title(const Node& node);

} // namespace tandem::region
