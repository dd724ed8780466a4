// What `tandem test` prints and writes at its end.
#pragma once

#include "cli/commands/test_options.h"
#include "cli/common/command.h"
#include "testing/loop/generate.h"

namespace tandem::cli::commands {

ExitCode report_tests(const TestOptions& options, const testing::goals::Selection& selection,
                      testing::suite::TestGeneration& generation, const testing::loop::GenerationResult& result);

// For --condition-out: tests as paths with their inputs, rt where they reach what they should; everything is ut if all
// error calls were proved unreachable.
void write_test_condition(const TestOptions& options, const testing::goals::Selection& selection,
                          const Property& property, const testing::suite::TestGeneration& generation);

} // namespace tandem::cli::commands
