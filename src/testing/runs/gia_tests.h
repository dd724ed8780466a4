// From an automaton back to executions: inputs for the paths that lead to rt and to candidates, minimised to as few as
// cover the same paths. Every test was run by the interpreter; paths for which no inputs are found are reported.
#pragma once

#include "analysis/validate/check_gia.h"
#include "exchange/gia/gia.h"
#include "semantics/interpreter/run.h"
#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::testing {

// What a test has to do besides following the path.
enum class TestAim : std::uint8_t { ReachTarget, FollowPath };

struct GiaTestOptions {
  TestAim aim = TestAim::ReachTarget;
  std::size_t most_paths = 64; // to one accepting state of the automaton that are examined
};

struct GiaTest {
  std::vector<task::InputValue> inputs;
  std::vector<std::string> texts; // the same as texts
  bool reaches_target = false;
  exchange::Accept claim = exchange::Accept::Reached; // of the path it was found for: rt or cand
};

struct GiaTests {
  std::vector<GiaTest> tests;
  std::vector<std::string> dropped; // paths of the automaton without a test, with the reason
};

// Paths of the automaton visit no state twice, except by self-loops. Throws InputError for an automaton that does not
// fit the program.
GiaTests find_tests(const Program& program, const exchange::Gia& gia, const Property& property,
                    const analysis::validate::EngineQuery& query, const GiaTestOptions& options = {});

} // namespace tandem::testing
