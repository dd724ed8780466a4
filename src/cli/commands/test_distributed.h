// `tandem test` with --jobs or --executor slurm: several generations at the same time, with other seeds and partners,
// on this machine or a cluster; what they found becomes one suite.
#pragma once

#include "cli/commands/test_options.h"
#include "testing/loop/generate.h"

#include <functional>

namespace tandem::cli::commands {

bool is_distributed(const TestOptions& options);

// Every test is run again here, so that what counts as covered is what this process saw. Proofs of other generations
// are taken as they are, with who proved them.
testing::loop::GenerationResult generate_distributed(const TestOptions& options,
                                                     testing::suite::TestGeneration& generation,
                                                     const std::function<void(const std::string&)>& progress);

} // namespace tandem::cli::commands
