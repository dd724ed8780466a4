// A restart throws away what the partner has computed, so it must remove much of the partner's work: the residual
// program of the new condition has to be at most three quarters of the old one. Sizes are those of folded residual
// programs. Unfolded ones would be larger the more paths the condition distinguishes, although less is left to do.

#include "cooperate/restart_heuristic.h"

#include "base/core/input_error.h"
#include "transform/reduce/reduce.h"

namespace tandem::cooperate {

namespace {

constexpr double restart_ratio = 0.75;
constexpr std::size_t largest_product = 200'000;

transform::reduce::ReduceStatistics folded(const Program& program, const exchange::Gia& condition) {
  transform::reduce::ReduceOptions options;
  options.method = transform::reduce::ReduceMethod::Fold;
  options.fold_at = transform::reduce::FoldAt::Everywhere;
  options.node_limit = largest_product;
  return transform::reduce::reduce(program, condition, options).statistics;
}

} // namespace

bool is_worth_restarting(const Program& program, const exchange::Gia* before, const exchange::Gia& after) {
  try {
    const transform::reduce::ReduceStatistics left = folded(program, after);
    const std::size_t known = before == nullptr ? left.edges_before : folded(program, *before).edges;
    return static_cast<double>(left.edges) <= restart_ratio * static_cast<double>(known);
  } catch (const InputError&) { // too large to tell
    return false;
  }
}

} // namespace tandem::cooperate
