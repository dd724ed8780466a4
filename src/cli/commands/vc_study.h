// tandem vc --study: programs x bounds x methods x lemmas x solvers, each measured in a process of its own; a table and
// plots come out.
#pragma once

#include "cli/commands/vc_options.h"
#include "cli/common/command.h"

namespace tandem::cli::commands {

ExitCode vc_study(const VcOptions& options);

} // namespace tandem::cli::commands
