// How `tandem verify` reports a result: to people on standard output and standard error, to tools in files.
#pragma once

#include "cli/commands/verify_options.h"
#include "cli/common/command.h"
#include "exchange/gia/part_condition.h"
#include "exchange/journal/journal.h"
#include "task/outcome.h"

namespace tandem::cli::commands {

struct VerifyResult {
  const Program& program;
  const Property& property;
  const exchange::PartChoice& parts;
  task::Outcome outcome;
  bool interrupted = false; // by the user, before there was a verdict
  std::vector<exchange::PartnerRun> partner_runs = {};
};

// Prints the result and writes the files that were asked for.
ExitCode report(const VerifyOptions& options, const VerifyResult& result);

} // namespace tandem::cli::commands
