// The automaton as a product with a program sees it: deterministic. A set of states stands for the runs that are alive;
// where transitions have assumptions or states have invariants, the set is undecided until each condition was asked.
//
// States from which nothing that matters can be reached are left out, so that sets that differ in nothing else are one.
#pragma once

#include "exchange/gia/run_gia.h"
#include "transform/reduce/safe_evaluation.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tandem::transform::reduce {

using SetId = std::uint32_t;

// Which states matter.
struct SetGoals {
  std::optional<exchange::Accept> remove; // a set that surely contains one of these is `covered`
  std::optional<exchange::Accept> keep;   // paths through one of these are looked for
};

class StateSets {
public:
  static constexpr SetId lost = 0;    // no run is alive
  static constexpr SetId covered = 1; // a run has reached what is removed
  static constexpr SetId found = 2;   // what is looked for was passed (or may have been), and no run is alive

  StateSets(exchange::RunGia& gia, SetGoals goals);

  SetId initial() const { return initial_; }
  // Where nobody follows the runs: nothing is removed any more, everything is kept.
  SetId unobserved() const { return goals_.keep ? found : lost; }
  // Of a decided set that is not covered.
  SetId after(SetId set, const Edge& edge);

  struct Decision {
    const Expr* condition = nullptr; // nullptr: the set is decided
    SetId yes = lost, no = lost;
  };
  Decision decision(SetId set);
  // A path here has passed what is looked for.
  bool is_found(SetId set) const;

  // Transitions that were left out because their condition cannot be asked or because there were too many.
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
  std::vector<bool> is_useful_;  // by state; the marker behind the last state is, too
  exchange::StateId marker_ = 0; // in sets that passed what is looked for
  std::vector<Items> sets_;
  std::vector<Decision> decisions_; // by set; filled when asked for
  std::unordered_map<Items, SetId, ItemsHash> index_;
  SetId initial_ = lost;
  std::size_t left_out_ = 0;
};

} // namespace tandem::transform::reduce
