// --only and --skip: which parts of a program are verified.
#pragma once

#include "exchange/gia/part_condition.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli {

struct PartOptions {
  std::vector<std::string> only, skip;
};
void add_part_options(CLI::App& app, PartOptions& options);

// Throws InputError for parts that the program does not have.
exchange::PartChoice chosen_parts(const PartOptions& options, const Program& program);

// What is known already, in all the files given (.gia) and about the parts that are left out; nullopt: nothing.
std::optional<exchange::Gia> known_conditions(const std::vector<std::string>& files, const exchange::PartChoice& parts,
                                              const Program& program, const Property& property);

} // namespace tandem::cli
