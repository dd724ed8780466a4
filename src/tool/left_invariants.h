// The invariants in a correctness witness that a tool has left.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "program/model/program.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tandem::tool {

// In the files that match, relative to the folder: witnesses of YAML 2.x and GraphML 1.0. They are about the user's
// text with so many lines in front of it. Nothing is checked: the tool may be wrong. What is no correctness witness,
// and invariants that the program has no place for, are left out.
std::vector<exchange::LocationInvariant> left_invariants(const Program& program, const std::filesystem::path& folder,
                                                         const std::string& files, std::uint32_t lines_before);

} // namespace tandem::tool
