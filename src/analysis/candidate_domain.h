// The candidates of an automaton as a domain: exploration keeps to paths on which it may still say cand. Assumptions
// are not looked at, so that more paths may be left than the automaton has, never less.
#pragma once

#include "analysis/domain.h"
#include "automata/run_gia.h"
#include "automata/trim.h"

#include <map>

namespace tandem::analysis {

class CandidateDomain : public Domain {
public:
  // Keeps a reference.
  explicit CandidateDomain(automata::RunGia& gia) : gia_(gia), ahead_(automata::prospects(gia.gia())) {}

  StatePtr initial(const Position& start) override;
  std::vector<Successor> post(const StatePtr& state, const Step& step) override;
  bool covers(const DomainState& larger, const DomainState& smaller, const Position& at) override;
  std::uint64_t hash(const DomainState& state) override;
  // Settled: no candidate can follow.
  Standing standing(const DomainState& state, const Position& at) override;

private:
  using Set = std::vector<automata::StateId>; // sorted; a candidate alone stays: all behind it is one

  StatePtr intern(Set set);

  automata::RunGia& gia_;
  std::vector<automata::Prospects> ahead_;
  std::map<Set, StatePtr> sets_;
};

} // namespace tandem::analysis
