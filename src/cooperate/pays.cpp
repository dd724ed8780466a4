#include "cooperate/pays.h"

#include "automata/reduce.h"
#include "base/input_error.h"

namespace tandem::cooperate {

namespace {

constexpr double much_less = 0.75;
constexpr std::size_t largest_product = 200'000;

automata::ReduceStatistics folded(const Program& program, const automata::Gia& condition) {
  automata::ReduceOptions options;
  options.method = automata::ReduceMethod::Fold;
  options.fold_at = automata::FoldAt::Everywhere;
  options.node_limit = largest_product;
  return automata::reduce(program, condition, options).statistics;
}

} // namespace

bool leaves_much_less(const Program& program, const automata::Gia* before, const automata::Gia& after) {
  try {
    const automata::ReduceStatistics left = folded(program, after);
    const std::size_t known = before == nullptr ? left.edges_before : folded(program, *before).edges;
    return static_cast<double>(left.edges) <= much_less * static_cast<double>(known);
  } catch (const InputError&) { // too large to tell
    return false;
  }
}

} // namespace tandem::cooperate
