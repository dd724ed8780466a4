#include "automata/reduce.h"

#include "automata/focus.h"
#include "automata/fold.h"
#include "automata/gia_tracker.h"
#include "automata/merged_tracker.h"
#include "automata/monitor.h"
#include "automata/residual.h"
#include "base/require.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::automata {

namespace {

// Nothing runs along.
class NoTracker : public Tracker {
public:
  Tracked start() override { return 0; }
  Tracked untracked(const Function&) override { return 0; }
  Decision decide(Tracked) override { return {}; }
  Tracked after(Tracked, const Edge&) override { return 0; }
  Tracked back(Tracked, const Edge&, Tracked) override { return 0; }
};

SetGoals goals_of(const Gia& gia, const ReduceOptions& options) {
  if (options.keep == Keep::Verified) return {.remove = std::nullopt, .keep = Accept::Unreachable};
  const bool has_candidates =
      std::ranges::any_of(gia.states(), [](const Gia::State& state) { return state.accept == Accept::Candidate; });
  if (options.keep == Keep::Candidates && has_candidates) return {.remove = options.remove, .keep = Accept::Candidate};
  return {.remove = options.remove, .keep = std::nullopt};
}

class Reducer {
public:
  Reducer(const Program& program, const Gia& gia, const ReduceOptions& options)
      : program_(program), options_(options), run_(program, gia), sets_(run_, goals_of(gia, options)),
        tracker_(sets_, options.intact) {
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
  // What Auto would not take in the end should not cost much either.
  std::size_t node_limit() const {
    if (options_.method != ReduceMethod::Auto) return options_.node_limit;
    return std::min(options_.node_limit, std::max<std::size_t>(100'000, 100 * statistics_.locations_before));
  }

  Product unfolded() {
    Product product = explore(program_, tracker_, node_limit());
    statistics_.product_locations = product.nodes.size();
    std::optional<FocusGoal> goal;
    if (goals_of(run_.gia(), options_).keep)
      goal = {.is_found = [this](Tracked state) { return sets_.is_found(state); },
              .is_lost = [](Tracked state) { return state == StateSets::lost; }};
    if (options_.method != ReduceMethod::Monitor) {
      MergedTracker merged(tracker_, product, goal);
      if (merged.classes() < merged.pairs()) product = explore(program_, merged, node_limit());
    }
    if (goal) focus(product, *goal);
    return product;
  }

  Product fold(const Product& product, FoldAt at, std::uint32_t rounds) const {
    FoldTracker tracker(product, at, rounds);
    return explore(program_, tracker, node_limit());
  }

  static std::string fold_text(FoldAt at, std::uint32_t rounds) {
    if (at == FoldAt::Everywhere) return "folded at all locations";
    return rounds == 0 ? "folded at loop heads" : fmt::format("folded at loop heads after {} rounds", rounds);
  }

  // Following members as sets may need more room than keeping them apart.
  Residual folded() {
    const Product product = unfolded();
    const Product smaller = fold(product, options_.fold_at, options_.fold_rounds);
    const std::string text = fold_text(options_.fold_at, options_.fold_rounds);
    if (residual_size(smaller) <= residual_size(product)) return finish(smaller, ReduceMethod::Fold, text);
    return finish(product, ReduceMethod::Unfold, "unfolded, which is smaller than " + text);
  }

  Residual monitored() {
    return counted(make_monitor(unfolded(), sets_, tracker_), ReduceMethod::Monitor, "the state is in a variable");
  }

  Residual identity(const std::string& remark) {
    NoTracker nothing;
    return finish(explore(program_, nothing, SIZE_MAX), ReduceMethod::Identity, remark);
  }

  Residual chosen();
  bool is_whole(const Residual& residual) const;

  // Functions that nothing mentions do not count.
  void count_before() {
    NoTracker nothing;
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
  RunGia run_;
  StateSets sets_;
  GiaTracker tracker_;
  ReduceStatistics statistics_;
};

// The most exact one that is at most twice as large as the program. Folded everywhere is a part of the program, with
// some branches more where conditions are asked. Where nothing is cut off, the program itself.
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
    for (const auto& [at, rounds] :
         {std::pair(FoldAt::LoopHeads, 3U), std::pair(FoldAt::LoopHeads, 0U), std::pair(FoldAt::Everywhere, 0U)}) {
      const Product smaller = fold(product, at, rounds);
      if (!fits(smaller, fold_text(at, rounds))) continue;
      if (Residual residual = finish(smaller, ReduceMethod::Fold, remark); !is_whole(residual)) return residual;
    }
  } catch (const ProductTooLarge& error) {
    remark += fmt::format("{}the product has more than {} locations", remark.empty() ? "" : ", ", error.limit());
  }
  return identity(fmt::format("{}; the program as it is has {}", remark, statistics_.locations_before));
}

// Every edge is there, once.
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

Residual reduce(const Program& program, const Gia& gia, const ReduceOptions& options) {
  require(options.remove == Accept::Unreachable || options.remove == Accept::Reached, "ut or rt should be removed");
  return Reducer(program, gia, options).run();
}

} // namespace tandem::automata
