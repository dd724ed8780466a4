// The partners of a test generation, by their names.
#pragma once

#include "cli/commands/test_options.h"
#include "testing/goals/goals.h"
#include "testing/loop/plan.h"
#include "testing/partners/partner.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace tandem::cli::commands {

// What proves goals unreachable, in the order in which it is asked.
inline constexpr std::array default_verifiers{"value", "kinduction", "interval", "predicate"};
inline constexpr std::array partner_names{"random", "concolic", "bmc", "fuzzing", "proofs"};

// Throws UsageError for a name that is none of them.
std::vector<std::unique_ptr<testing::partners::Partner>> make_partners(const TestOptions& options,
                                                                       const testing::goals::Selection& selection,
                                                                       const Property& property,
                                                                       const Program& program);

// The steps of --strategy, with its partners as those of the generation. Throws InputError for a step that generations
// do not have.
testing::loop::Plan read_plan(TestOptions& options);

} // namespace tandem::cli::commands
