// What engines that explore paths leave open on purpose, so that they can go on elsewhere: the failure-preventing
// conditions of "Conditional Model Checking" (FSE 2012).
#pragma once

#include "base/core/limits.h"
#include "base/core/option.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <tuple>

namespace tandem::analysis::reach {

// Unset: unlimited.
struct PathLimits {
  std::optional<std::uint32_t> path_length;      // edges from the start
  std::optional<std::uint32_t> assume_edges;     // branches and assumptions among them
  std::optional<std::uint32_t> loop_iterations;  // of one loop since it was entered
  std::optional<std::uint32_t> edge_repetitions; // how often one edge may be taken

  bool any() const { return path_length || assume_edges || loop_iterations || edge_repetitions; }
};

struct ExplorationLimits : PathLimits {
  std::optional<std::uint32_t> recursion_bound;          // activations of one function; unset: the engine's own bound
  std::optional<std::chrono::milliseconds> post_limit;   // for one transfer or one block
  std::optional<std::chrono::milliseconds> solver_limit; // for one query; unset: the engine's own limit
};

inline constexpr Option loop_iterations_option{"loop-iterations", &PathLimits::loop_iterations,
                                               "leave open what needs more iterations of a loop"};
inline constexpr std::tuple exploration_options{
    Option{"path-length", &PathLimits::path_length, "leave paths open that are longer; edges"},
    Option{"branches", &PathLimits::assume_edges, "leave paths open that have more branches"},
    loop_iterations_option,
    Option{"edge-repetitions", &PathLimits::edge_repetitions, "leave open what takes one edge more often"},
    Option{"recursion", &ExplorationLimits::recursion_bound, "leave open what needs more activations of one function"},
    Option{"post-time", &ExplorationLimits::post_limit, "leave open what needs longer for one step", parse_duration},
    Option{"query-time", &ExplorationLimits::solver_limit, "leave open what a solver needs longer for", parse_duration},
};

} // namespace tandem::analysis::reach
