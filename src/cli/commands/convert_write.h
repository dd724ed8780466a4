// What convert writes: an automaton in another format.
#pragma once

#include "analysis/validate/check_gia.h"
#include "cli/common/formats.h"
#include "exchange/gia/gia.h"

#include <string>
#include <vector>

namespace tandem::cli::commands {

struct ConvertOutput {
  Format format = Format::Gia;
  std::string path;
  const Program* program = nullptr; // not needed for GIA and drawings
  Property property;
  bool about_goals = false; // the automaton's rt is about goals of tests
  analysis::validate::EngineQuery query;
};

struct Written {
  bool anything = true;
  std::vector<std::string> dropped;
};

// Throws UsageError if the program is missing.
Written write_converted(const exchange::Gia& gia, const ConvertOutput& output);

} // namespace tandem::cli::commands
