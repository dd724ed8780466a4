// All methods start from the same product: it is explored, replaced by the smallest product with the same paths
// (merged_component.h; not for the monitor, whose variable holds the automaton's own sets), and focused if candidates
// are asked for. Auto then tries residual programs from exact to coarse and takes the first that is at most twice as
// large as the program.

#include "transform/reduce/reduce.h"

#include "base/core/require.h"
#include "transform/reduce/focus.h"
#include "transform/reduce/fold.h"
#include "transform/reduce/gia_component.h"
#include "transform/reduce/merged_component.h"
#include "transform/reduce/monitor.h"
#include "transform/reduce/residual.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::transform::reduce {

namespace {

// Observes nothing: the product with it is the program.
class TrivialComponent : public ProductComponent {
public:
  ComponentState start() override { return 0; }
  ComponentState unobserved(const Function&) override { return 0; }
  Decision decide(ComponentState) override { return {}; }
  ComponentState after(ComponentState, const Edge&) override { return 0; }
  ComponentState back(ComponentState, const Edge&, ComponentState) override { return 0; }
};

SetGoals goals_of(const exchange::Gia& gia, const ReduceOptions& options) {
  if (options.keep == Keep::Verified) return {.remove = std::nullopt, .keep = exchange::Accept::Unreachable};
  const bool has_candidates = std::ranges::any_of(
      gia.states(), [](const exchange::Gia::State& state) { return state.accept == exchange::Accept::Candidate; });
  if (options.keep == Keep::Candidates && has_candidates)
    return {.remove = options.remove, .keep = exchange::Accept::Candidate};
  return {.remove = options.remove, .keep = std::nullopt};
}

class Reducer {
public:
  Reducer(const Program& program, const exchange::Gia& gia, const ReduceOptions& options)
      : program_(program), options_(options), run_(program, gia), sets_(run_, goals_of(gia, options)),
        component_(sets_, options.intact) {
    count_before();
  }

  Residual run() {
    switch (options_.method) {
    case ReduceMethod::Identity: return identity("the program as it is");
    case ReduceMethod::Unfold: return finish(unfolded(), ReduceMethod::Unfold, "unfolded");
    case ReduceMethod::Fold: return folded();
    case ReduceMethod::Monitor: return monitored();
    case ReduceMethod::Auto: return chosen();
    }
    unreachable();
  }

private:
  // A product that Auto would reject anyway should not be explored to the end.
  std::size_t node_limit() const {
    if (options_.method != ReduceMethod::Auto) return options_.node_limit;
    return std::min(options_.node_limit, std::max<std::size_t>(100'000, 100 * statistics_.locations_before));
  }

  Product unfolded() {
    Product product = explore(program_, component_, node_limit());
    statistics_.product_locations = product.nodes.size();
    std::optional<FocusGoal> goal;
    if (goals_of(run_.gia(), options_).keep)
      goal = {.is_found = [this](ComponentState state) { return sets_.is_found(state); },
              .is_lost = [](ComponentState state) { return state == StateSets::lost; }};
    if (options_.method != ReduceMethod::Monitor) {
      MergedComponent merged(component_, product, goal);
      if (merged.classes() < merged.pairs()) product = explore(program_, merged, node_limit());
    }
    if (goal) focus(product, *goal);
    return product;
  }

  Product fold(const Product& product, FoldAt at, std::uint32_t iterations) const {
    FoldComponent component(product, at, iterations);
    return explore(program_, component, node_limit());
  }

  static std::string fold_text(FoldAt at, std::uint32_t iterations) {
    if (at == FoldAt::Everywhere) return "folded at all locations";
    return iterations == 0 ? "folded at loop heads"
                           : fmt::format("folded at loop heads after {} iterations", iterations);
  }

  // The sets of members may be more numerous than the members; then the product itself is the smaller residual.
  Residual folded() {
    const Product product = unfolded();
    const Product smaller = fold(product, options_.fold_at, options_.fold_iterations);
    const std::string text = fold_text(options_.fold_at, options_.fold_iterations);
    if (residual_size(smaller) <= residual_size(product)) return finish(smaller, ReduceMethod::Fold, text);
    return finish(product, ReduceMethod::Unfold, "unfolded, which is smaller than " + text);
  }

  Residual monitored() {
    return counted(make_monitor(unfolded(), sets_, component_), ReduceMethod::Monitor, "the state is in a variable");
  }

  Residual identity(const std::string& remark) {
    TrivialComponent nothing;
    return finish(explore(program_, nothing, SIZE_MAX), ReduceMethod::Identity, remark);
  }

  Residual chosen();
  bool is_whole(const Residual& residual) const;

  // Functions that are never mentioned do not count.
  void count_before() {
    TrivialComponent nothing;
    for (const Product::Instance& instance : explore(program_, nothing, SIZE_MAX).instances) {
      ++statistics_.functions_before;
      statistics_.locations_before += instance.function->locations().size();
      statistics_.edges_before += instance.function->edges().size();
    }
  }

  Residual finish(const Product& product, ReduceMethod method, const std::string& remark) {
    return counted(make_residual(product), method, remark);
  }

  Residual counted(Residual result, ReduceMethod method, const std::string& remark) {
    result.method = method;
    result.remark = remark;
    result.statistics = statistics_;
    result.statistics.left_out = sets_.left_out();
    result.statistics.edges = result.program.edges().size();
    result.statistics.locations = result.program.locations().size();
    for (const Function* function : result.program.functions()) result.statistics.functions += function->has_body();
    return result;
  }

  const Program& program_;
  const ReduceOptions& options_;
  exchange::RunGia run_;
  StateSets sets_;
  GiaComponent component_;
  ReduceStatistics statistics_;
};

// The most precise residual program that is at most twice as large as the program. The product folded at all locations
// is a part of the program, with additional branches where conditions are evaluated. If nothing would be removed, the
// program itself is returned.
Residual Reducer::chosen() {
  const std::size_t most = 2 * statistics_.locations_before;
  std::string remark;
  const auto fits = [&](const Product& product, const std::string& what) {
    const std::size_t size = residual_size(product);
    remark += fmt::format("{}{} gives {} locations", remark.empty() ? "" : ", ", what, size);
    return size <= most;
  };
  try {
    const Product product = unfolded();
    if (fits(product, "unfolded"))
      if (Residual residual = finish(product, ReduceMethod::Unfold, remark); !is_whole(residual)) return residual;
    for (const auto& [at, iterations] :
         {std::pair(FoldAt::LoopHeads, 3U), std::pair(FoldAt::LoopHeads, 0U), std::pair(FoldAt::Everywhere, 0U)}) {
      const Product smaller = fold(product, at, iterations);
      if (!fits(smaller, fold_text(at, iterations))) continue;
      if (Residual residual = finish(smaller, ReduceMethod::Fold, remark); !is_whole(residual)) return residual;
    }
  } catch (const ProductTooLarge& error) {
    remark += fmt::format("{}the product has more than {} locations", remark.empty() ? "" : ", ", error.limit());
  }
  return identity(fmt::format("{}; the program as it is has {}", remark, statistics_.locations_before));
}

// Whether the residual program contains every edge exactly once.
bool Reducer::is_whole(const Residual& residual) const {
  std::vector<bool> seen(program_.edges().size(), false);
  std::size_t count = 0;
  for (const Edge* origin : residual.edge_origin) {
    if (origin == nullptr || seen[origin->id]) return false;
    seen[origin->id] = true;
    ++count;
  }
  return count == statistics_.edges_before;
}

} // namespace

std::vector<const Edge*> Residual::original(std::span<const Edge* const> path) const {
  std::vector<const Edge*> result;
  for (const Edge* edge : path)
    if (const Edge* origin = edge_origin[edge->id]) result.push_back(origin);
  return result;
}

std::string_view name(ReduceMethod method) {
  switch (method) {
  case ReduceMethod::Identity: return "identity";
  case ReduceMethod::Unfold: return "unfold";
  case ReduceMethod::Fold: return "fold";
  case ReduceMethod::Monitor: return "monitor";
  case ReduceMethod::Auto: return "auto";
  }
  unreachable();
}

Residual reduce(const Program& program, const exchange::Gia& gia, const ReduceOptions& options) {
  require(options.remove == exchange::Accept::Unreachable || options.remove == exchange::Accept::Reached,
          "ut or rt should be removed");
  return Reducer(program, gia, options).run();
}

} // namespace tandem::transform::reduce
