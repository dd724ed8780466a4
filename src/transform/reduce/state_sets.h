// The determinised GIA as the product sees it. A set of states stands for all runs of the automaton on a path; where
// transitions have assumptions or states have invariants, the set is undecided until each condition has been evaluated.
//
// States from which no relevant state is reachable are dropped, so that sets which differ only in such states are
// equal.
#pragma once

#include "exchange/gia/run_gia.h"
#include "transform/reduce/safe_evaluation.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tandem::transform::reduce {

using SetId = std::uint32_t;

// The accepting states that are relevant.
struct SetGoals {
  std::optional<exchange::Accept> remove; // a decided set with one of these is `covered`
  std::optional<exchange::Accept> keep;   // the goal: paths through one of these
};

class StateSets {
public:
  static constexpr SetId lost = 0;    // no run is left
  static constexpr SetId covered = 1; // a run has reached an accepting state that is removed
  static constexpr SetId found = 2;   // the path has (or may have) passed the goal, and no run is left

  StateSets(exchange::RunGia& gia, SetGoals goals);

  SetId initial() const { return initial_; }
  // Where the runs cannot be followed: nothing is removed any more, everything is kept.
  SetId unobserved() const { return goals_.keep ? found : lost; }
  // The set must be decided and not covered.
  SetId after(SetId set, const Edge& edge);

  struct Decision {
    const Expr* condition = nullptr; // nullptr: the set is decided
    SetId yes = lost, no = lost;
  };
  Decision decision(SetId set);
  // Paths with this set have passed the goal.
  bool is_found(SetId set) const;

  // Transitions that were ignored because their condition is not safely evaluable or a set had too many conditions.
  std::size_t left_out() const { return left_out_; }
  const exchange::RunGia& gia() const { return *gia_; }

private:
  // A state that is reached if both conditions hold.
  struct Item {
    exchange::StateId state = 0;
    const Expr* first = nullptr;
    const Expr* second = nullptr;
    bool is_decided() const { return first == nullptr; }
    friend bool operator==(const Item&, const Item&) = default;
  };
  using Items = std::vector<Item>;
  struct ItemsHash {
    std::size_t operator()(const Items& items) const;
  };

  void find_useful(const exchange::Gia& gia);
  bool matters(exchange::Accept accept) const { return accept == goals_.remove || accept == goals_.keep; }
  void add_step(Items& items, const exchange::RunGia::BoundTransition& step, const Location& location);
  void leave_out(Items& items);
  void limit_conditions(Items& items);
  SetId intern(Items items);

  exchange::RunGia* gia_;
  SetGoals goals_;
  SafeEvaluation safe_evaluation_;
  std::vector<bool> is_useful_;  // by state; includes the marker, which follows the last state
  exchange::StateId marker_ = 0; // in sets of paths that have passed the goal
  std::vector<Items> sets_;
  std::vector<Decision> decisions_; // by set; filled on demand
  std::unordered_map<Items, SetId, ItemsHash> index_;
  SetId initial_ = lost;
  std::size_t left_out_ = 0;
};

} // namespace tandem::transform::reduce
