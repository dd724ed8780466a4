// The candidates of an automaton as a domain: exploration keeps to paths on which it may still say cand. Assumptions
// are not looked at, so that more paths may be left than the automaton has, never less.
#pragma once

#include "analysis/reach/domain.h"
#include "exchange/combine/trim.h"
#include "exchange/gia/run_gia.h"

#include <map>

namespace tandem::analysis::cegar {

class CandidateDomain : public reach::Domain {
public:
  // Keeps a reference.
  explicit CandidateDomain(exchange::RunGia& gia)
      : gia_(gia), future_(exchange::combine::future_acceptance(gia.gia())) {}

  reach::StatePtr initial(const reach::ControlPoint& start) override;
  std::vector<reach::Successor> post(const reach::StatePtr& state, const reach::TransferStep& step) override;
  bool covers(const reach::DomainState& larger, const reach::DomainState& smaller,
              const reach::ControlPoint& at) override;
  std::uint64_t hash(const reach::DomainState& state) override;
  // Settled: no candidate can follow.
  reach::ExplorationStatus exploration_status(const reach::DomainState& state, const reach::ControlPoint& at) override;

private:
  using Set = std::vector<exchange::StateId>; // sorted; a candidate alone stays: all behind it is one

  reach::StatePtr intern(Set set);

  exchange::RunGia& gia_;
  std::vector<exchange::combine::FutureAcceptance> future_;
  std::map<Set, reach::StatePtr> sets_;
};

} // namespace tandem::analysis::cegar
