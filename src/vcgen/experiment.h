// Experiments with verification conditions: generate them by one method, measure their size, prove them. One experiment
// is one row of a table.
#pragma once

#include "vcgen/prove.h"

#include <filesystem>
#include <optional>
#include <string>

namespace tandem::vcgen {

struct Experiment {
  Method method = Method::PSCondNF;
  Lemmas lemmas = Lemmas::Off;
  UnwindingPolicy beyond = UnwindingPolicy::Assume;
  std::string solver = "z3";
  std::size_t condition_limit = 10'000;      // of conditions; InputError's text becomes Measurement::problem
  std::optional<std::filesystem::path> emit; // a folder for one SMT-LIB file per condition
  std::filesystem::path failed_queries = "tandem-queries"; // a folder for queries that a solver answers wrongly
};

struct AssertionReport {
  std::string site;
  ClaimVerdict verdict = ClaimVerdict::Holds;
  std::string reason;

  friend bool operator==(const AssertionReport&, const AssertionReport&) = default;
};

struct Measurement {
  Method method = Method::PSCondNF;
  Lemmas lemmas = Lemmas::Off;
  std::string solver;
  std::string problem; // not empty: no conditions were generated, for this reason
  std::size_t conditions = 0;
  // Summed over the conditions, which a solver gets one by one. dag: equal terms count once within a condition; tree:
  // as often as they occur.
  double dag_nodes = 0;
  double tree_nodes = 0;
  double generate_seconds = 0;
  double solve_seconds = 0;
  std::size_t checked = 0; // conditions passed to the solver
  std::vector<AssertionReport> assertions;
};

// Makes the solver that the experiment names.
MakeSolver solver_of(const Experiment& experiment);

Measurement measure(BoundedProgram& program, const Property& property, const Experiment& experiment);

// "pcnf", "pcnf+lemmas"
std::string series_name(Method method, Lemmas lemmas);
bool all_hold(const Measurement& measurement);
bool some_fail(const Measurement& measurement);

} // namespace tandem::vcgen
