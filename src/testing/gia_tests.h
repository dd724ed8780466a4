// From an automaton back to executions: inputs for the paths that lead to rt and to candidates, and of these as few as
// cover the same paths. Every one of them was run by the interpreter; what nobody finds inputs for is reported.
#pragma once

#include "analysis/validate/check_gia.h"
#include "exchange/gia/gia.h"
#include "semantics/interpreter/run.h"
#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::testing {

// What a test has to do beside following the path.
enum class TestAim : std::uint8_t { ReachTarget, FollowPath };

struct GiaTestOptions {
  TestAim aim = TestAim::ReachTarget;
  std::size_t most_paths = 64; // of the automaton that are looked at
};

struct GiaTest {
  std::vector<task::InputValue> inputs;
  std::vector<std::string> texts; // the same as texts
  bool reaches_target = false;
  exchange::Accept claim = exchange::Accept::Reached; // of the path it was made for: rt or cand
};

struct GiaTests {
  std::vector<GiaTest> tests;
  std::vector<std::string> dropped; // paths of the automaton that no test was found for, and why
};

// Paths of the automaton are followed without rounds through several states. Throws InputError for an automaton that
// does not fit the program.
GiaTests find_tests(const Program& program, const exchange::Gia& gia, const Property& property,
                    const analysis::validate::EngineQuery& query, const GiaTestOptions& options = {});

} // namespace tandem::testing
