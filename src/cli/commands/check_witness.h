// The part of tandem check that is about witnesses.
#pragma once

#include "cli/common/command.h"
#include "cli/common/engine_query.h"
#include "cli/common/program_options.h"

#include <string>

namespace tandem::cli::commands {

struct WitnessCheckOptions {
  std::string property; // empty: what the witness names
  std::string solver;   // of proofs; empty: the one for checks
  EngineQueryOptions query;
};

bool is_witness(const std::string& file); // by its name

ExitCode check_witness(const std::string& file, const ProgramOptions& program, const WitnessCheckOptions& options);

} // namespace tandem::cli::commands
