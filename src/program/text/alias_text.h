// The alias partition for people (text), drawings (Graphviz) and scripts (JSON).
#pragma once

#include "program/pointers/alias.h"

#include <string>

namespace tandem::text {

std::string region_text(const pointers::AliasPartition& aliases, const pointers::Region& region);

// One block for each region, and what each call through a pointer may reach.
std::string alias_text(const Program& program, const pointers::AliasPartition& aliases);

// Regions on the left, the objects whose bytes they hold on the right.
std::string alias_dot(const pointers::AliasPartition& aliases);

std::string alias_json(const Program& program, const pointers::AliasPartition& aliases);

} // namespace tandem::text
