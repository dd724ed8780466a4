// What `tandem vc` was asked for, checked.
#pragma once

#include "cli/common/program_options.h"
#include "program/model/property.h"
#include "task/limits.h"
#include "vcgen/vc_actor.h"

#include <string>
#include <vector>

namespace tandem::cli::commands {

struct VcOptions {
  ProgramOptions program;
  std::string property;
  std::vector<std::string> methods{"auto"};
  bool lemmas = false;
  std::string unwind = "10";
  std::string theory = "bv";
  std::vector<std::string> solvers;
  bool unwinding_assertions = false;
  bool fold_constants = false;
  std::size_t condition_limit = 10'000;
  std::string emit;
  std::string json;
  task::Limits limits;
  bool study = false;
  std::string out = "vc-study";
  unsigned repeat = 1; // of each measurement of a study
  std::string command; // as the user gave it
};

void add_vc_options(CLI::App& app, VcOptions& options);

// The bounds of --unwind: "10", "1..20", "1..100:10". Throws UsageError.
std::vector<std::uint32_t> bounds_of(const std::string& text);
// The experiments that the options name; the automatic one apart. Throws UsageError and InputError, which list what
// there is.
vcgen::VcRequest request_of(const VcOptions& options, std::uint32_t bound);
Property property_of(const VcOptions& options);

} // namespace tandem::cli::commands
