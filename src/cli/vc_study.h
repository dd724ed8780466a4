// tandem vc --study: programs x bounds x methods x lemmas x solvers, each measured in a process of its own; a table and
// plots come out.
#pragma once

#include "cli/command.h"
#include "cli/vc_options.h"

namespace tandem::cli {

ExitCode vc_study(const VcOptions& options);

} // namespace tandem::cli
