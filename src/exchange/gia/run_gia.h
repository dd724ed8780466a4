// An automaton bound to a program: names are edges, texts are expressions. This is the form that engines, reducers and
// tests execute.
#pragma once

#include "exchange/gia/gia.h"
#include "exchange/gia/gia_conditions.h"
#include "program/model/program.h"

#include <deque>
#include <functional>
#include <span>
#include <vector>

namespace tandem::exchange {

class RunGia {
public:
  struct BoundTransition {
    const Expr* assumption = nullptr; // nullptr: true
    const Expr* invariant = nullptr;  // of the state reached; nullptr: true
    StateId target = 0;
  };

  // Throws InputError for an edge the program does not have and for texts that are not conditions there. Keeps
  // references to both.
  RunGia(const Program& program, const Gia& gia);

  const Program& program() const { return *program_; }
  const Gia& gia() const { return *gia_; }
  StateId initial() const { return gia_->initial(); } // has no invariant
  Accept accept(StateId state) const { return gia_->states()[state].accept; }

  // The transitions of a state for an edge, in the scope of the location after the edge (location_after). A run ends
  // where the assumptions and invariants of none of them hold. A condition of a transition on * that is meaningless
  // there, because a name is unknown, does not hold. The result lives as long as this.
  const std::vector<BoundTransition>& transitions(StateId state, const Edge& edge);

private:
  bool matches(const Gia::Transition& transition, EdgeNameId name) const;
  const std::vector<BoundTransition>& remembered(StateId state, const Edge& edge, EdgeNameId name);
  std::vector<BoundTransition> make_transitions(StateId state, const Edge& edge, EdgeNameId name);
  void grow();

  static constexpr EdgeNameId unnamed = UINT32_MAX;

  // A slot of the cache: state and edge (all bits set: free), and a position in lists_.
  struct Slot {
    std::uint64_t key = UINT64_MAX;
    std::uint32_t list = 0;
  };

  const Program* program_;
  const Gia* gia_;
  GiaConditions conditions_;
  std::vector<EdgeNameId> names_; // by Edge::id
  std::vector<Slot> slots_;       // open addressing, at most half full, a power of two
  std::size_t used_slots_ = 0;
  std::deque<std::vector<BoundTransition>> lists_; // the first one is empty
};

// An execution, from a test or a replay.
struct GiaPath {
  std::vector<const Edge*> edges;
  // Whether the expression holds after the given number of edges.
  std::function<bool(std::size_t step, const Expr& condition)> holds;
};

// The languages that contain the path: definition 3.
struct Coverage {
  bool ut = false, rt = false, cand = false;
  bool operator==(const Coverage&) const = default;
};
Coverage covers(RunGia& gia, const GiaPath& path);

} // namespace tandem::exchange
