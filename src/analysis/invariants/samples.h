// Values of variables at loop heads and at entries and exits of functions in some executions: what an invariant must
// allow, and a source of candidates for one (Ernst et al., "The Daikon system for dynamic detection of likely
// invariants", 2007).
#pragma once

#include "program/model/error_functions.h"
#include "program/model/program.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace tandem::analysis::invariants {

struct LocationSamples {
  // Integers: variables whose address is not taken, in order of their ids; then what sampled_expressions.h lists.
  std::vector<const Expr*> lvalues;
  std::vector<std::vector<Int128>> values; // one row for each visit, one value for each lvalue
};

struct SampleOptions {
  std::uint32_t runs = 48;
  std::uint64_t steps = 4'000; // per run
  // If some location was not reached: additional runs, with this many steps.
  std::uint32_t long_runs = 0;
  std::uint64_t long_steps = 6'000'000;
  std::uint32_t rows = 400; // kept per location
  std::function<bool()> should_stop;
  ErrorFunctions error_functions{"reach_error", "__VERIFIER_error"}; // whose calls end a run
  // Stands for the result in samples at the exit of a function. There, parameters are given as they were passed.
  std::map<const Function*, const Variable*> results;
};

// Runs the program on random inputs. Locations that no run reached have no samples; a variable is left out where it had
// no value at some visit, an lvalue where it could not be read at some visit.
std::map<const Location*, LocationSamples> sample(const Program& program, const std::vector<const Location*>& locations,
                                                  const SampleOptions& options = {});

} // namespace tandem::analysis::invariants
