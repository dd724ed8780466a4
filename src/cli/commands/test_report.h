// What `tandem test` prints and writes at its end.
#pragma once

#include "cli/commands/test_options.h"
#include "cli/common/command.h"
#include "testing/loop/generate.h"

namespace tandem::cli::commands {

ExitCode report_tests(const TestOptions& options, const testing::goals::Selection& selection,
                      testing::suite::TestGeneration& generation, const testing::loop::GenerationResult& result);

} // namespace tandem::cli::commands
