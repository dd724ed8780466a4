// A partner that is an external tester, such as AFL++: it gets the tests found so far as its seeds and a program
// without what is proved unreachable, and what it leaves is run like any other proposal.
#pragma once

#include "task/limits.h"
#include "testing/partners/partner.h"

#include <memory>

namespace tandem::testing::partners {

// Runs the tester with seeds, the bytes of inputs in memory order, in these limits of time. The result: tests, each a
// list of values as text. Throws InputError for a tool that cannot be run.
using RunTester = std::function<std::vector<std::vector<std::string>>(
    const Program& program, const std::vector<std::string>& seeds, const task::Limits& limits)>;

std::unique_ptr<Partner> make_external_tester(std::string name, RunTester run);

} // namespace tandem::testing::partners
