// The candidates of an automaton as a domain: exploration is restricted to paths on which the automaton can still reach
// cand. Assumptions are ignored, so that more paths may remain than the automaton has, never fewer.
#pragma once

#include "analysis/reach/domain.h"
#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/run_gia.h"

#include <map>

namespace tandem::analysis::cegar {

class CandidateDomain : public reach::Domain {
public:
  // Keeps a reference.
  explicit CandidateDomain(exchange::RunGia& gia) : gia_(gia), future_(exchange::future_acceptance(gia.gia())) {}

  reach::StatePtr initial(const reach::ControlPoint& start) override;
  std::vector<reach::Successor> post(const reach::StatePtr& state, const reach::TransferStep& step) override;
  bool covers(const reach::DomainState& larger, const reach::DomainState& smaller,
              const reach::ControlPoint& at) override;
  std::uint64_t hash(const reach::DomainState& state) override;
  // Verified: no candidate is reachable any more.
  reach::ExplorationStatus exploration_status(const reach::DomainState& state, const reach::ControlPoint& at) override;

private:
  using Set = std::vector<exchange::StateId>; // sorted; once a candidate is in it, it is alone: all extensions of its
                                              // paths are candidates

  reach::StatePtr intern(Set set);

  exchange::RunGia& gia_;
  std::vector<exchange::FutureAcceptance> future_;
  std::map<Set, reach::StatePtr> sets_;
};

} // namespace tandem::analysis::cegar
