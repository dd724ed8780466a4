// Values that variables had at the heads of loops in some executions: what an invariant must allow, and a source of
// guesses at one (Ernst et al., "The Daikon system for dynamic detection of likely invariants").
#pragma once

#include "program/program.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace tandem::analysis {

struct LoopSamples {
  std::vector<const Variable*> variables;  // integers that live in no memory, in order of their ids
  std::vector<std::vector<Int128>> values; // one row for each visit of the head, one value for each variable
};

struct SampleOptions {
  std::uint32_t runs = 48;
  std::uint64_t steps = 4'000; // of a run
  std::uint32_t rows = 400;    // kept for a loop
  std::function<bool()> should_stop;
};

// Runs the program on random inputs. Loops that no run reached have no samples; a variable is left out where it had no
// value at some visit.
std::map<const Location*, LoopSamples> sample_loops(const Program& program, const std::vector<const Location*>& heads,
                                                    const SampleOptions& options = {});

} // namespace tandem::analysis
