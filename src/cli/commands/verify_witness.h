// The witness of a verdict, in the format that the user asks for.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "program/model/property.h"
#include "task/counterexample.h"

#include <string>
#include <string_view>
#include <vector>

namespace tandem::cli::commands {

// "2.0" and "2.1" are YAML, "1.0" is GraphML.
inline constexpr std::string_view graphml_format = "1.0";

std::string violation_witness_text(const Program& program, const Property& property, const task::Counterexample& found,
                                   const std::string& format);
// It is read back and bound to the program before it is returned.
std::string correctness_witness_text(const Program& program, const Property& property,
                                     const std::vector<exchange::LocationInvariant>& invariants,
                                     const std::string& format);

} // namespace tandem::cli::commands
