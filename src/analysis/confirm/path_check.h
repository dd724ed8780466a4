// Is one path of the program feasible? Its edges are executed symbolically, and a solver is asked for inputs that take
// them. Decides about an alarm of an abstraction, and whether there is anything to refine.
#pragma once

#include "analysis/reach/arg.h"
#include "task/counterexample.h"

#include <chrono>
#include <functional>
#include <string>

namespace tandem::analysis::confirm {

struct PathCheckOptions {
  std::string solver = "sat";
  std::chrono::milliseconds limit{5'000}; // of the solver; 0: none
  std::function<bool()> should_stop;
};

struct PathCheck {
  enum class Answer : std::uint8_t { Feasible, Infeasible, Unknown };
  Answer answer = Answer::Unknown;
  bool is_proof = false;      // of Infeasible: the path was executed without unsupported constructs and assumptions
  std::string reason;         // of Unknown
  task::Counterexample found; // of Feasible: inputs and target, not confirmed yet
};

// Checks the path by which the graph first reached the target node.
PathCheck check_path(const reach::Arg& graph, reach::NodeId target, const PathCheckOptions& options);

} // namespace tandem::analysis::confirm
